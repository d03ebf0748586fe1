use games::AnyGame;

use super::*;

#[test]
fn clauses_are_anchors_and_mentions_lead_to_them() {
    let page = page("# Game\n\n## How it goes\n- **XY-R1** *Well* `done`.\n- Not before (XY-R1).\n");
    assert_eq!(page.title, "Game");
    assert_eq!(page.chapters, [("how-it-goes".to_owned(), "How it goes".to_owned())]);
    assert_eq!(
        page.html,
        concat!(
            r#"<h2 id="how-it-goes">How it goes</h2>"#,
            r##"<ul><li><a class="clause" id="XY-R1" href="#XY-R1">XY-R1</a> <em>Well</em> <code>done</code>.</li>"##,
            r##"<li>Not before (<a href="#XY-R1">XY-R1</a>).</li></ul>"##,
        )
    );
}

#[test]
fn lists_nest_and_lines_go_on() {
    let text = "- one\n  goes on\n  - `inner`\n    goes on too\n\n  last\n- two\n\n1. first\n2. second\n";
    assert_eq!(
        page(text).html,
        "<ul><li>one goes on<ul><li><code>inner</code> goes on too</li></ul>last</li><li>two</li></ul>\
         <ol><li>first</li><li>second</li></ol>"
    );
}

#[test]
fn tables_have_heads() {
    let html = page("| a | |\n|---|---|\n| 1 < 2 | b |\n").html;
    assert!(html.contains(r#"<th scope="col">a</th><td></td>"#), "{html}");
    assert!(html.contains("<td>1 &lt; 2</td><td>b</td>"), "{html}");
}

#[test]
fn marks_without_their_other_half_stay() {
    assert_eq!(page("2 * 3 is 6 ` and **").html, "<p>2 * 3 is 6 ` and **</p>");
}

#[test]
fn every_clause_of_every_game_has_one_anchor_and_no_mark_is_left() {
    for game in AnyGame::ALL {
        let info = game.info();
        let html = page(game.rules_text()).html;
        for spec in game.options() {
            let anchor = format!(r#" id="{}""#, spec.clause);
            assert_eq!(html.matches(&anchor).count(), 1, "{} in {}", spec.clause, info.id);
        }
        assert!(!html.contains("**") && !html.contains('`') && !html.contains("|--"), "{}", info.id);
        for mention in html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(html.contains(&format!(" id=\"{mention}\"")), "{}: {mention} leads nowhere", info.id);
        }
    }
}
