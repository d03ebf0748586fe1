// A client of a W3C WebDriver, as small as the tests need: https://www.w3.org/TR/webdriver2.
import { writeFile } from "node:fs/promises";

// The key that the standard gives to references to elements.
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** What the driver refused: `code` is the standard's name for it, such as "stale element reference". */
export class DriverError extends Error {
  constructor(code, message) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

async function request(method, url, body, signal) {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body), signal });
  const { value } = await answer.json();
  if (!answer.ok) throw new DriverError(value.error, value.message);
  return value;
}

/** Whether the driver answers and is free. */
export async function isReady(driver) {
  try {
    return (await request("GET", `${driver}/status`)).ready;
  } catch {
    return false;
  }
}

/** A browser session: one browser with nothing kept from before. A `TimeoutError` if it does not start. */
export async function newSession(driver) {
  const wanted = { capabilities: { alwaysMatch: {} } };
  const { sessionId } = await request("POST", `${driver}/session`, wanted, AbortSignal.timeout(30_000));
  const command = (method, path, body) => request(method, `${driver}/session/${sessionId}/${path}`, body);
  const post = (path, body = {}) => command("POST", path, body);
  const find = async (selector) => (await post("element", { using: "css selector", value: selector }))[ELEMENT];
  return {
    goto: (url) => post("url", { url }),
    reload: () => post("refresh"),
    /** Runs a function with these values in the page, or a script as it is. */
    evaluate(script, ...values) {
      const body = typeof script === "string" ? script : `return (${script})(...arguments)`;
      return post("execute/sync", { script: body, args: values });
    },
    click: async (selector) => post(`element/${await find(selector)}/click`),
    type: async (selector, text) => post(`element/${await find(selector)}/value`, { text }),
    screenshot: async (path) => writeFile(path, Buffer.from(await command("GET", "screenshot"), "base64")),
    resize: (width, height) => post("window/rect", { width, height }),
    close: () => request("DELETE", `${driver}/session/${sessionId}`),
  };
}
