//! What every answer says about itself.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Nothing but what this server sends may run, load or be connected to; WASM may be compiled.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The microphone is for playing by voice, and is asked for only then.
const PERMISSIONS_POLICY: &str = "camera=(), geolocation=(), microphone=(self), payment=(), usb=()";

/// Adds what holds for every answer.
pub fn protect(headers: &mut HeaderMap) {
    let fixed: [(HeaderName, &'static str); 5] = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS_POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// What a file is, by its name.
pub fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Files under `assets/` are named by their content and never change; all others are asked for again.
pub fn cache_control(path: &str) -> &'static str {
    if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// Whether the browser takes this coding: `br;q=0` says no.
pub fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let refused = parts.any(|part| {
            part.strip_prefix("q=")
                .is_some_and(|weight| weight.parse::<f32>().is_ok_and(|weight| weight == 0.0))
        });
        named && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(list: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(list))])
    }

    #[test]
    fn a_coding_is_used_only_if_the_browser_takes_it() {
        assert!(accepts(&accepting("gzip, deflate, br, zstd"), "br"));
        assert!(accepts(&accepting("gzip;q=0.5, BR;q=1"), "br"));
        assert!(!accepts(&accepting("gzip, br;q=0"), "br"));
        assert!(!accepts(&accepting("gzip, brotli"), "br"));
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }

    #[test]
    fn only_files_named_by_their_content_are_kept_forever() {
        assert!(cache_control("assets/parlour-0123.wasm").contains("immutable"));
        for path in ["index.html", "service-worker.js", "manifest.webmanifest"] {
            assert_eq!(cache_control(path), "no-cache");
        }
    }
}
