//! The formulas of lessons: numbers, texts in quotes, `+ - * / ^`, brackets, and calls such as `nodes("minimax", "chess", 3)`.

/// What a formula, or a part of it, comes to.
#[derive(Clone, PartialEq, Debug)]
pub enum Worth {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl Worth {
    /// The number, or a sentence.
    pub fn number(&self) -> Result<f64, String> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Text(text) => Err(format!("{text:?} is no number")),
        }
    }
}

/// Who knows the functions: a name and values go in.
pub type Call<'a> = dyn FnMut(&str, &[Worth]) -> Result<Worth, String> + 'a;

/// Reads and computes a formula; `call` knows the functions.
pub fn compute<'a>(text: &str, call: &'a mut Call<'a>) -> Result<Worth, String> {
    let letters: Vec<char> = text.chars().collect();
    let mut reader = Reader {
        letters: &letters,
        at: 0,
        depth: 0,
        call,
    };
    let worth = reader.sum()?;
    match reader.peek() {
        None => Ok(worth),
        Some(letter) => Err(format!("{letter:?} is too much in the formula {text}")),
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
        while self
            .letters
            .get(self.at)
            .is_some_and(|letter| letter.is_whitespace())
        {
            self.at += 1;
        }
        self.letters.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn sum(&mut self) -> Result<Worth, String> {
        let mut left = self.product()?;
        loop {
            let sign = if self.take('+') {
                1.0
            } else if self.take('-') {
                -1.0
            } else {
                return Ok(left);
            };
            left = Worth::Number(left.number()? + sign * self.product()?.number()?);
        }
    }

    fn product(&mut self) -> Result<Worth, String> {
        let mut left = self.power()?;
        loop {
            if self.take('*') {
                left = Worth::Number(left.number()? * self.power()?.number()?);
            } else if self.take('/') {
                left = Worth::Number(left.number()? / self.power()?.number()?);
            } else {
                return Ok(left);
            }
        }
    }

    fn power(&mut self) -> Result<Worth, String> {
        let base = self.one()?;
        if self.take('^') {
            let exponent = self.one()?.number()?;
            return Ok(Worth::Number(base.number()?.powf(exponent)));
        }
        Ok(base)
    }

    fn one(&mut self) -> Result<Worth, String> {
        self.depth += 1;
        if self.depth > 200 {
            return Err("the formula is too long".to_owned());
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
                Ok(Worth::Number(-self.one()?.number()?))
            }
            Some('"') => {
                self.at += 1;
                let text = self.while_(|letter| letter != '"');
                self.at += 1;
                Ok(Worth::Text(text))
            }
            Some(letter) if letter.is_ascii_digit() => {
                let number = self.while_(|letter| letter.is_ascii_digit() || letter == '.');
                let number = number
                    .parse()
                    .map_err(|_| format!("{number} is no number"))?;
                Ok(Worth::Number(number))
            }
            Some(letter) if letter.is_ascii_alphabetic() => {
                let name = self.while_(|letter| letter.is_ascii_alphanumeric() || letter == '_');
                if !self.take('(') {
                    return Err(format!("{name} needs brackets: {name}(...)"));
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
                "a number was expected in the formula, not {other:?}"
            )),
        }
    }

    fn closed(&mut self) -> Result<(), String> {
        match self.take(')') {
            true => Ok(()),
            false => Err("a bracket of the formula is never closed".to_owned()),
        }
    }

    fn while_(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self
            .letters
            .get(self.at)
            .is_some_and(|&letter| belongs(letter))
        {
            self.at += 1;
        }
        self.letters[start..self.at].iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_computed() {
        let mut call = |name: &str, values: &[Worth]| match name {
            "count" => Ok(Worth::Number(values.len() as f64)),
            _ => Err(format!("no {name}")),
        };
        for (text, number) in [
            ("2 + 3*4^2 - 10/4", 47.5),
            ("(2+3) * -1", -5.0),
            ("count(\"a, (b)\", 1+1, count())", 3.0),
        ] {
            assert_eq!(
                compute(text, &mut call),
                Ok(Worth::Number(number)),
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
