// A browser that has cookies, follows redirects and fills in forms, and has no scripts.

export class Browser {
  #cookies = new Map();
  // The addresses that it was at.
  visited = [];

  // `known` has what it fills in, by the name of the field.
  constructor(known) {
    this.known = known;
  }

  // Goes to an address and on to where that leads. With `until`, it stops at that path and returns
  // the address instead of a page.
  async open(address, { until, ...request } = {}) {
    let url = new URL(address);
    for (;;) {
      if (until && url.pathname === until) return url;
      this.visited.push(url);
      const response = await fetch(url, {
        ...request,
        redirect: 'manual',
        headers: { ...request.headers, cookie: this.#cookiesFor(url) },
      });
      this.#keep(url, response.headers.getSetCookie());
      const next = response.headers.get('location');
      if (!next) return { url, status: response.status, headers: response.headers, text: await response.text() };
      await response.body?.cancel();
      url = new URL(next, url);
      request = {};
    }
  }

  // Opens a link and fills in the forms that it leads to.
  async follow(link, { until } = {}) {
    let page = await this.open(link, { until });
    while (!(page instanceof URL) && page.status === 200 && page.text.includes('<form')) {
      page = await this.submit(page, {}, { until });
    }
    return page;
  }

  // Sends the form of a page, from an origin, which is the page's unless said.
  async submit(page, answers = {}, { origin = page.url.origin, until } = {}) {
    const action = /<form[^>]*\saction="([^"]*)"/.exec(page.text)?.[1];
    const body = new URLSearchParams();
    for (const [input] of page.text.matchAll(/<input[^>]*>/g)) {
      const name = /\sname="([^"]*)"/.exec(input)?.[1];
      const value = /\svalue="([^"]*)"/.exec(input)?.[1];
      if (name) body.set(name, answers[name] ?? value ?? this.known[name] ?? '');
    }
    const url = new URL(action ?? page.url, page.url);
    return this.open(url, { method: 'POST', body, headers: { origin }, until });
  }

  #cookiesFor({ host }) {
    return [...(this.#cookies.get(host) ?? [])].map((pair) => pair.join('=')).join('; ');
  }

  // A host has few enough of them that their paths are of no matter.
  #keep({ host }, lines) {
    const jar = this.#cookies.get(host) ?? new Map();
    this.#cookies.set(host, jar);
    for (const line of lines) {
      const [pair] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(name.length + 1);
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
  }
}
