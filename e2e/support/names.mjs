// What controls are called, by eye and by ear.

/** Every control in sight: its tag, its size, what is written on it and what the browser calls it. */
export async function controls(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const roles = ["button", "link", "textbox", "searchbox", "checkbox", "radio", "combobox", "slider", "spinbutton", "DisclosureTriangle"];
  const found = [];
  for (const node of nodes) {
    if (node.ignored || !roles.includes(node.role?.value) || !node.backendDOMNodeId) continue;
    const { object } = await session.send("DOM.resolveNode", { backendNodeId: node.backendDOMNodeId });
    const { result } = await session.send("Runtime.callFunctionOn", {
      objectId: object.objectId,
      returnByValue: true,
      functionDeclaration: `function () {
        if (!(this instanceof Element) || !this.checkVisibility() || this.matches(".skip")) return null;
        const label = this.labels?.length ? this.labels[0] : this;
        const copy = label.cloneNode(true);
        copy.querySelectorAll("[aria-hidden=true], .unseen, select, svg, input").forEach((one) => one.replaceWith(" "));
        copy.querySelectorAll("*").forEach((one) => one.append(" "));
        const area = (label.contains(this) ? label : this).getBoundingClientRect();
        const inline = this.tagName === "A" && getComputedStyle(this).display === "inline";
        return { tag: this.tagName.toLowerCase(), card: this.matches('.spot'), written: copy.textContent.replace(/\\s+/g, " ").trim(),
          width: area.width, height: area.height, inline, number: this.dataset.number ?? null, href: this.href ?? null };
      }`,
    });
    if (result.value) found.push({ ...result.value, name: (node.name?.value ?? "").replace(/\s+/g, " ").trim(), role: node.role.value });
  }
  await session.detach();
  return found;
}
