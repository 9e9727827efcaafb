//! The formulas of lessons: numbers, texts in quotes, `+ - * / ^`, brackets, and calls such as `nodes("minimax", "chess", 3)`.

/// The value of a formula.
#[derive(Clone, PartialEq, Debug)]
pub enum Scalar {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl Scalar {
    /// Returns the number, or an error for a text.
    pub fn number(&self) -> Result<f64, String> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Text(text) => Err(format!("{text:?} is not a number")),
        }
    }
}

/// Computes a function from its name and its arguments.
pub type Call<'a> = dyn FnMut(&str, &[Scalar]) -> Result<Scalar, String> + 'a;

/// Computes a formula with the functions of `call`.
pub fn compute<'a>(text: &str, call: &'a mut Call<'a>) -> Result<Scalar, String> {
    let letters: Vec<char> = text.chars().collect();
    let mut reader = Reader {
        letters: &letters,
        at: 0,
        depth: 0,
        call,
    };
    let value = reader.sum()?;
    match reader.peek() {
        None => Ok(value),
        Some(letter) => Err(format!("unexpected {letter:?} in the formula {text}")),
    }
}

struct Reader<'a> {
    letters: &'a [char],
    at: usize,
    depth: u32,
    call: &'a mut Call<'a>,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.read_while(char::is_whitespace);
        self.letters.get(self.at).copied()
    }

    fn take(&mut self, letter: char) -> bool {
        let found = self.peek() == Some(letter);
        self.at += usize::from(found);
        found
    }

    fn sum(&mut self) -> Result<Scalar, String> {
        let mut left = self.product()?;
        loop {
            let sign = if self.take('+') {
                1.0
            } else if self.take('-') {
                -1.0
            } else {
                return Ok(left);
            };
            left = Scalar::Number(left.number()? + sign * self.product()?.number()?);
        }
    }

    fn product(&mut self) -> Result<Scalar, String> {
        let mut left = self.power()?;
        loop {
            if self.take('*') {
                left = Scalar::Number(left.number()? * self.power()?.number()?);
            } else if self.take('/') {
                left = Scalar::Number(left.number()? / self.power()?.number()?);
            } else {
                return Ok(left);
            }
        }
    }

    fn power(&mut self) -> Result<Scalar, String> {
        let base = self.operand()?;
        if self.take('^') {
            let exponent = self.operand()?.number()?;
            return Ok(Scalar::Number(base.number()?.powf(exponent)));
        }
        Ok(base)
    }

    fn operand(&mut self) -> Result<Scalar, String> {
        self.depth += 1;
        if self.depth > 200 {
            return Err("the formula is nested too deeply".to_owned());
        }
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let inner = self.sum()?;
                self.closed()?;
                Ok(inner)
            }
            Some('-') => {
                self.at += 1;
                Ok(Scalar::Number(-self.operand()?.number()?))
            }
            Some('"') => {
                self.at += 1;
                let text = self.read_while(|letter| letter != '"');
                match self.take('"') {
                    true => Ok(Scalar::Text(text)),
                    false => Err("a text of the formula is not closed".to_owned()),
                }
            }
            Some(letter) if letter.is_ascii_digit() => {
                let number = self.read_while(|letter| letter.is_ascii_digit() || letter == '.');
                let number = number
                    .parse()
                    .map_err(|_| format!("{number} is not a number"))?;
                Ok(Scalar::Number(number))
            }
            Some(letter) if letter.is_ascii_alphabetic() => {
                let name =
                    self.read_while(|letter| letter.is_ascii_alphanumeric() || letter == '_');
                if !self.take('(') {
                    return Err(format!("{name} is a function: write {name}(...)"));
                }
                let mut values = Vec::new();
                while !self.take(')') {
                    values.push(self.sum()?);
                    if !self.take(',') {
                        self.closed()?;
                        break;
                    }
                }
                (self.call)(&name, &values)
            }
            other => Err(format!(
                "the formula has {other:?} in the place of a number"
            )),
        }
    }

    fn closed(&mut self) -> Result<(), String> {
        match self.take(')') {
            true => Ok(()),
            false => Err("a bracket of the formula is not closed".to_owned()),
        }
    }

    fn read_while(&mut self, accepts: impl Fn(char) -> bool) -> String {
        let rest = self.letters[self.at..].iter().copied();
        let read: String = rest.take_while(|&letter| accepts(letter)).collect();
        self.at += read.chars().count();
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_computed() {
        let mut call = |name: &str, values: &[Scalar]| match name {
            "count" => Ok(Scalar::Number(values.len() as f64)),
            _ => Err(format!("no {name}")),
        };
        for (text, number) in [
            ("2 + 3*4^2 - 10/4", 47.5),
            ("(2+3) * -1", -5.0),
            ("count(\"a, (b)\", 1+1, count())", 3.0),
        ] {
            assert_eq!(
                compute(text, &mut call),
                Ok(Scalar::Number(number)),
                "{text}"
            );
        }
        for bad in [
            "",
            "1 +",
            "(1",
            "1 2",
            "x",
            "y(",
            "\"a\" + 1",
            "1..2",
            "f(1)",
            &"(".repeat(500),
        ] {
            assert!(compute(bad, &mut call).is_err(), "{bad}");
        }
    }
}
