//! The token: only programs that were given the address of the server can use it.
//!
//! Other users of this machine can reach its ports, too. The address that is opened contains a random token. The server exchanges
//! it for a cookie and redirects to the address without it, so that the token is in no shared link and no history of pages.
//!
//! All users of a machine see the command lines of its processes, so a browser is started with a second token, which is exchanged
//! only once.

use std::io;
use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};

/// The number of random bytes.
const BYTES: usize = 16;

/// The token of a server, and the name of its cookie.
#[derive(Debug)]
pub(crate) struct Token {
    text: String,
    /// A token that is exchanged once.
    once: Mutex<Option<String>>,
    /// Cookies do not depend on the port, so each server has a name of its own.
    cookie: String,
}

/// The permission of a request.
#[derive(Debug)]
pub(crate) enum Access {
    /// It has the cookie, or needs none.
    Granted,
    /// It has the token: this response sets the cookie.
    Exchanged(Box<Response>),
    /// It has neither.
    Denied,
}

impl Token {
    /// Creates a random token for the server of a port.
    pub fn random(port: u16) -> io::Result<Self> {
        Ok(Self {
            text: random_text()?,
            once: Mutex::default(),
            cookie: format!("espalier-{port}"),
        })
    }

    /// Returns the query of the address to print.
    pub fn query(&self) -> String {
        format!("?token={}", self.text)
    }

    /// Returns the query of the address that a browser is started with. It works once, until this function is called again.
    pub fn query_once(&self) -> io::Result<String> {
        let text = random_text()?;
        let query = format!("?token={text}");
        *self.once.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
        Ok(query)
    }

    /// Returns whether a text is a token. The one that works once is used up.
    fn accepts(&self, given: &str) -> bool {
        let mut once = self.once.lock().unwrap_or_else(PoisonError::into_inner);
        same(&self.text, given) || once.take_if(|once| same(once, given)).is_some()
    }

    /// Checks a request.
    pub fn check(&self, uri: &Uri, headers: &HeaderMap) -> Access {
        let parts = || uri.query().into_iter().flat_map(|query| query.split('&'));
        let given = parts().find_map(|part| part.strip_prefix("token="));
        if uri.path() == "/" && given.is_some_and(|given| self.accepts(given)) {
            return Access::Exchanged(Box::new(self.exchange()));
        }
        let cookies = headers.get_all(header::COOKIE).into_iter();
        let mut cookies = cookies
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='));
        match cookies.any(|(name, value)| name == self.cookie && same(&self.text, value)) {
            true => Access::Granted,
            false => Access::Denied,
        }
    }

    /// Returns the redirect that sets the cookie. A browser keeps the fragment of the address.
    fn exchange(&self) -> Response {
        let Self { text, cookie, .. } = self;
        // Lax: a link in another page may open the app, and no other page can send requests with the cookie.
        let value = format!("{cookie}={text}; Path=/; HttpOnly; SameSite=Lax");
        let mut response = Redirect::to("/").into_response();
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(header::SET_COOKIE, value);
        }
        let uncached = HeaderValue::from_static("no-store");
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, uncached);
        response
    }
}

/// Returns random bytes as text.
fn random_text() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Compares in a time that does not depend on the position of the first difference.
fn same(own: &str, given: &str) -> bool {
    let (own, given) = (own.as_bytes(), given.as_bytes());
    let pairs = own.iter().zip(given);
    own.len() == given.len() && pairs.fold(0, |all, (own, given)| all | (own ^ given)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(token: &Token, uri: &str, cookie: &str) -> Access {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, cookie.parse().expect("a header"));
        token.check(&uri.parse().expect("a URI"), &headers)
    }

    #[test]
    fn a_token_is_exchanged_for_a_cookie() {
        let token = Token::random(8960).expect("random bytes");
        let address = format!("/{}", token.query());
        let Access::Exchanged(response) = check(&token, &address, "") else {
            panic!("not exchanged");
        };
        let header = |name| response.headers()[name].to_str().expect("a text");
        assert_eq!(header(header::LOCATION), "/");
        let cookie = header(header::SET_COOKIE);
        assert!(
            cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax"),
            "{cookie}"
        );
        let (pair, _) = cookie.split_once(';').expect("a value");
        assert!(matches!(
            check(&token, "/", &format!("a=b; {pair}")),
            Access::Granted
        ));
        assert!(matches!(check(&token, "/ws", pair), Access::Granted));
    }

    #[test]
    fn the_token_of_a_started_browser_works_once() {
        let token = Token::random(8960).expect("random bytes");
        let address = format!("/{}", token.query_once().expect("random bytes"));
        assert!(!address.contains(&token.text));
        assert!(matches!(check(&token, &address, ""), Access::Exchanged(_)));
        assert!(matches!(check(&token, &address, ""), Access::Denied));
        let printed = format!("/{}", token.query());
        for _ in 0..2 {
            assert!(matches!(check(&token, &printed, ""), Access::Exchanged(_)));
        }
    }

    #[test]
    fn other_tokens_and_other_ports_are_denied() {
        let token = Token::random(8960).expect("random bytes");
        let other = Token::random(8961).expect("random bytes");
        let text = &token.text;
        for (uri, cookie) in [
            ("/".to_owned(), String::new()),
            ("/ws".to_owned(), String::new()),
            (format!("/{}", other.query()), String::new()),
            (format!("/ws?token={text}"), String::new()),
            ("/?token=".to_owned(), "espalier-8960=".to_owned()),
            ("/".to_owned(), format!("espalier-8961={text}")),
            ("/".to_owned(), format!("espalier-8960={text}0")),
        ] {
            assert!(
                matches!(check(&token, &uri, &cookie), Access::Denied),
                "{uri} {cookie}"
            );
        }
    }
}
