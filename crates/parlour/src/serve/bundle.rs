//! The bundle, as `cargo xtask web` left it in `dist`: embedded in a release, read from the folder while developing.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;

use super::headers;

mod files;

const PAGE: &str = "index.html";

/// Whether there is anything to serve.
pub fn is_there() -> bool {
    files::get(PAGE).is_some()
}

/// What is asked for, in the smallest form that the browser takes.
pub fn answer(method: &Method, path: &str, asked: &HeaderMap) -> Response {
    let mut response = if method == Method::GET || method == Method::HEAD {
        file(path, asked)
    } else {
        let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here.");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        response
    };
    headers::protect(response.headers_mut());
    response
}

fn file(path: &str, asked: &HeaderMap) -> Response {
    let path = path.trim_start_matches('/');
    let hidden = path.ends_with(".md") || path.ends_with(".br") || path.ends_with(".gz");
    let name = match path {
        "" => PAGE,
        _ if !hidden && files::get(path).is_some() => path,
        // A link into the room: the page itself knows what is there, and what is not.
        _ if !path.starts_with("api/") && is_link(path) => PAGE,
        _ => return plain(StatusCode::NOT_FOUND, "There is nothing here."),
    };
    let forms = [("br", ".br"), ("gzip", ".gz")];
    let packed =
        forms.iter().filter(|(coding, _)| headers::accepts(asked, coding)).find_map(|(coding, ending)| {
            files::get(&format!("{name}{ending}")).map(|file| (file, Some(*coding)))
        });
    match packed.or_else(|| files::get(name).map(|file| (file, None))) {
        Some((file, coding)) => send(name, file.content.clone(), tag(&file.hash, coding), coding, asked),
        None => plain(StatusCode::NOT_FOUND, "There is nothing here."),
    }
}

/// Files have an ending, pages do not.
fn is_link(path: &str) -> bool {
    !path.rsplit('/').next().is_some_and(|last| last.contains('.'))
}

fn send(
    name: &str,
    content: Bytes,
    tag: String,
    coding: Option<&'static str>,
    asked: &HeaderMap,
) -> Response {
    let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let unchanged = known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag));
    let mut response =
        if unchanged { Response::new(Body::empty()) } else { Response::new(Body::from(content)) };
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(headers::content_type(name)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(headers::cache_control(name)));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(coding) = coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// The content's hash, and the form it is sent in: another form is another answer.
fn tag(hash: &blake3::Hash, coding: Option<&str>) -> String {
    format!("\"{}{}\"", &hash.to_hex()[..24], coding.unwrap_or_default())
}

fn plain(status: StatusCode, text: &'static str) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_told_from_files() {
        assert!(is_link("tables/aces-up"));
        assert!(is_link("v1.2/rules"));
        assert!(!is_link("assets/parlour-0123.js"));
    }

    #[test]
    fn what_is_not_handed_out_is_refused_with_a_reason() {
        let status = |method: Method, path: &str| answer(&method, path, &HeaderMap::new()).status();
        assert_eq!(status(Method::POST, "/"), StatusCode::METHOD_NOT_ALLOWED);
        for path in ["/assets/gone.js", "/README.md", "/index.html.br", "/api/tables", "/../Cargo.toml"] {
            assert_eq!(status(Method::GET, path), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn even_a_refusal_protects_the_visitor() {
        let refusal = answer(&Method::GET, "/assets/gone.js", &HeaderMap::new());
        assert!(refusal.headers().contains_key(header::CONTENT_SECURITY_POLICY));
    }
}
