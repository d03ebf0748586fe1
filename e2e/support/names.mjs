// What controls are called, by eye and by ear.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Every control in sight: what is written on it (card signs and pictures apart) and what it is called. */
export async function controls(page) {
  await page.evaluate(axe);
  return page.evaluate(() => {
    const { axe } = window;
    axe.setup(document.body);
    const plain = (text) => text.replace(/\s+/g, " ").trim();
    const seen = (control) => control.checkVisibility() && !control.closest("[inert], dialog:not([open])");
    const all = [...document.querySelectorAll("button, a[href], summary, input, select, textarea")];
    const written = (control) => {
      const text = control.labels?.length ? control.labels[0] : control;
      const copy = text.cloneNode(true);
      copy.querySelectorAll("[aria-hidden=true], .unseen, .option-help, select, svg").forEach((one) => one.remove());
      return plain(copy.textContent);
    };
    const found = all.filter(seen).map((control) => ({
      tag: control.tagName.toLowerCase(),
      card: control.matches(".spot"),
      written: written(control),
      name: plain(axe.commons.text.accessibleText(control)),
    }));
    axe.teardown();
    return found;
  });
}
