//! The HTTP side.

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use engine::{Dice, Seed};
use protocol::codes;
use protocol::http::Problem;
use tower::ServiceExt;

use crate::testing::{dealt, finish, key, order, quick, room, room_with, sit};
use crate::{State, openapi, router};

async fn ask(hub: &crate::hub::Hub, request: Request<Body>) -> (StatusCode, String) {
    let response = router(State::new(hub.clone())).oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    (status, String::from_utf8(bytes.to_vec()).unwrap())
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).unwrap()
}

fn post(body: &str) -> Request<Body> {
    Request::post("/api/tables")
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {}", key(0).reveal()))
        .header("host", "cards.example")
        .body(Body::from(body.to_owned()))
        .unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_table_is_opened_found_played_and_its_record_downloaded() {
    let hub = room();
    let (status, text) = ask(&hub, post(r#"{"game":"pass-the-ace","players":3,"listed":true}"#)).await;
    assert_eq!(status, StatusCode::CREATED, "{text}");
    let opened: serde_json::Value = serde_json::from_str(&text).unwrap();
    let table = opened["table"].as_str().unwrap().to_owned();
    let (_, listed) = ask(&hub, get("/api/tables")).await;
    let found = hub.room(&table).await.unwrap();
    assert!(listed.contains(&table) || found.listed, "{listed}");
    let record = format!("/api/tables/{table}/record");
    assert_eq!(ask(&hub, get(&record)).await.0, StatusCode::NOT_FOUND);
    let mut visitors = sit(&hub, &table, 2).await;
    let (_, info) = ask(&hub, get(&format!("/api/tables/{table}"))).await;
    assert!(info.contains("Guest 1") && info.contains("\"phase\":\"gathering\""), "{info}");
    visitors[0].do_it(protocol::online::Call::Start).await;
    for visitor in &mut visitors {
        visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
    }
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(1))).await;
    let (status, text) = ask(&hub, get(&record)).await;
    assert_eq!(status, StatusCode::OK);
    let record = engine::Record::read(&text).unwrap();
    assert!(record.replay::<games::pass_the_ace::PassTheAce>(|_, _, _| {}).is_ok());
    visitors[0].is_refused(protocol::online::Call::Start).await;
    let mine = Request::get("/api/results").header("authorization", format!("Bearer {}", key(0).reveal()));
    let (status, results) = ask(&hub, mine.body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::OK);
    assert!(results.contains("Guest 1"), "{results}");
    for secret in [key(0).reveal(), crate::identity::GuestId::of(&key(1)).to_hex()] {
        assert!(!results.contains(&secret) && !info.contains(&secret) && !text.contains(&secret));
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_wrong_is_said_and_never_a_fault_of_the_server() {
    let hub = room();
    let huge = format!(r#"{{"game":"{}"}}"#, "x".repeat(100_000));
    for (request, status, code) in [
        (post("{"), StatusCode::BAD_REQUEST, codes::BAD_MESSAGE),
        (post("{}"), StatusCode::UNPROCESSABLE_ENTITY, codes::BAD_MESSAGE),
        (post(r#"{"game":"whist"}"#), StatusCode::UNPROCESSABLE_ENTITY, codes::BAD_ORDER),
        (post(&huge), StatusCode::PAYLOAD_TOO_LARGE, codes::BAD_MESSAGE),
        (Request::post("/api/tables").body(Body::empty()).unwrap(), StatusCode::UNAUTHORIZED, codes::NO_KEY),
        (get("/api/results"), StatusCode::UNAUTHORIZED, codes::NO_KEY),
        (get("/api/tables/nosuchtable2"), StatusCode::NOT_FOUND, codes::NO_TABLE),
        (get("/api/tables/%00%ff/record"), StatusCode::BAD_REQUEST, codes::BAD_MESSAGE),
        (get("/api/tables/nosuchtable2/record?game=-1"), StatusCode::BAD_REQUEST, codes::BAD_MESSAGE),
        (get("/ws/nosuchtable2"), StatusCode::BAD_REQUEST, codes::BAD_MESSAGE),
        (get("/api/nothing"), StatusCode::NOT_FOUND, codes::NOT_FOUND),
    ] {
        let path = request.uri().clone();
        let (found, text) = ask(&hub, request).await;
        assert_eq!(found, status, "{path}: {text}");
        let problem: Problem = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(problem.code, code, "{path}: {text}");
        assert!(!problem.text.is_empty(), "{path}");
    }
    let mut foreign = post(r#"{"game":"propre"}"#);
    foreign.headers_mut().insert("origin", "https://evil.example".parse().unwrap());
    assert_eq!(ask(&hub, foreign).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test(start_paused = true)]
async fn operators_see_how_the_server_is() {
    let hub = room_with(quick());
    let (_, visitors) = dealt(&hub, &order("grapples", 3), 2).await;
    assert_eq!(ask(&hub, get("/healthz")).await, (StatusCode::OK, "ok\n".to_owned()));
    let (status, text) = ask(&hub, get("/readyz")).await;
    assert_eq!((status, text.starts_with("ready\nnothing is kept")), (StatusCode::OK, true), "{text}");
    let (status, text) = ask(&hub, get("/metrics")).await;
    assert_eq!(status, StatusCode::OK);
    let monitored = crate::monitoring(State::new(hub.clone())).oneshot(get("/metrics")).await.unwrap();
    assert_eq!(monitored.status(), StatusCode::OK);
    for (peer, forwarded) in [("9.9.9.9:1", None), ("127.0.0.1:1", Some("9.9.9.9"))] {
        let mut foreign = get("/metrics");
        let peer = crate::Peer(peer.parse().unwrap());
        foreign.extensions_mut().insert(axum::extract::ConnectInfo(peer));
        if let Some(forwarded) = forwarded {
            foreign.headers_mut().insert("x-forwarded-for", forwarded.parse().unwrap());
        }
        assert_eq!(ask(&hub, foreign).await.0, StatusCode::NOT_FOUND, "{peer:?}");
    }
    for line in
        ["parlour_connections 2", "parlour_tables_warm 1", "parlour_append_seconds_bucket{le=\"+Inf\"}"]
    {
        assert!(text.contains(line), "{line} in {text}");
    }
    let described: serde_json::Value = serde_json::from_str(&openapi()).unwrap();
    for path in [
        "/api/tables",
        "/api/tables/{table}",
        "/api/tables/{table}/record",
        "/api/results",
        "/healthz",
        "/readyz",
    ] {
        assert!(described["paths"][path].is_object(), "{path}");
    }
    drop(visitors);
    hub.close().await;
    assert_eq!(
        ask(&hub, get("/readyz")).await.0,
        StatusCode::SERVICE_UNAVAILABLE,
        "a proxy sends nobody here"
    );
}

#[tokio::test(start_paused = true)]
async fn pages_of_other_origins_may_use_it_only_where_that_was_allowed() {
    let config = crate::Config { origins: vec!["https://friends.example".to_owned()], ..quick() };
    let hub = room_with(config);
    for (origin, allowed) in [("https://friends.example", true), ("https://evil.example", false)] {
        let asked = Request::options("/api/tables").header("origin", origin).body(Body::empty()).unwrap();
        let response = router(State::new(hub.clone())).oneshot(asked).await.unwrap();
        let named = response.headers().get("access-control-allow-origin");
        assert_eq!(named.map(|name| name == origin), allowed.then_some(true), "{origin}");
        assert_eq!(response.status().is_success(), allowed);
        let mut order = post(r#"{"game":"propre"}"#);
        order.headers_mut().insert("origin", origin.parse().unwrap());
        let response = router(State::new(hub.clone())).oneshot(order).await.unwrap();
        assert_eq!(response.status() == StatusCode::CREATED, allowed, "{origin}");
        assert_eq!(response.headers()["cache-control"], "no-store");
    }
}
