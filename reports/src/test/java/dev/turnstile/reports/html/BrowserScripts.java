package dev.turnstile.reports.html;

/** What the browser test asks the pages. */
final class BrowserScripts {
  /** The texts of visible drawings that stick out of their figure or cover each other. */
  static final String OVERLAPS =
      """
        (() => {
          const found = [];
          for (const figure of document.querySelectorAll('figure')) {
            const svg = [...figure.querySelectorAll('.plot svg')].find((s) => s.getClientRects().length);
            if (!svg) continue;
            const outer = figure.getBoundingClientRect();
            const boxes = [...svg.querySelectorAll('text')].map((t) => [t.textContent, t.getBoundingClientRect()]);
            boxes.forEach(([a, x], i) => {
              if (x.left < outer.left || x.right > outer.right) found.push(figure.id + ': ' + a + ' sticks out');
              boxes.slice(i + 1).forEach(([b, y]) => {
                if (x.left < y.right - 1 && y.left < x.right - 1 && x.top < y.bottom - 3 && y.top < x.bottom - 3) {
                  found.push(figure.id + ': ' + a + ' / ' + b);
                }
              });
            });
          }
          return found;
        })()
        """;

  /** A place of the plot of figure %1$s in the window, %2$s across and %3$s down, 0 to 1. */
  static final String PLACE =
      """
        (() => {
          const box = [...document.querySelectorAll('#f-%1$s [data-plot]')].find((one) => one.getClientRects().length);
          box.scrollIntoView({block: 'center'});
          const [l, t, r, b] = box.dataset.plot.split(' ').map(Number);
          const svg = box.querySelector('svg');
          const place = svg.getBoundingClientRect();
          const scale = place.width / svg.viewBox.baseVal.width;
          return [place.x + (l + (r - l) * %2$s) * scale, place.y + (t + (b - t) * %3$s) * scale];
        })()
        """;

  /** The lowest contrast of text and ground, by selector. */
  static final String CONTRAST =
      """
        (() => {
          const channel = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
          const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
          const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
          const back = (element) => {
            for (let e = element; e; e = e.parentElement) {
              const color = rgb(getComputedStyle(e).backgroundColor);
              if (color.length < 4 || color[3] > 0) return color;
            }
            return [255, 255, 255];
          };
          const worst = {};
          for (const selector of ['h1', '.note', '.subject', '.change.better', '.change.worse', '.tile dt',
                                  'thead th', 'nav a', '.warnings li', 'button', '.legend span', 'svg .f-muted']) {
            for (const element of document.querySelectorAll(selector)) {
              const style = getComputedStyle(element);
              const ink = rgb(element.closest('svg') ? style.fill : style.color);
              const [a, b] = [light(ink), light(back(element))].sort((x, y) => y - x);
              const ratio = (a + 0.05) / (b + 0.05);
              worst[selector] = Math.min(worst[selector] ?? 99, ratio);
            }
          }
          return worst;
        })()
        """;

  /** The place in the window of a value of a chart; arguments: figure, x, y. */
  static final String PLACE_OF_VALUE =
      """
                (() => {
                  const box = [...document.querySelectorAll('#f-%1$s [data-plot]')].find((one) => one.getClientRects().length);
                  box.scrollIntoView({block: 'center'});
                  const data = JSON.parse(document.querySelector('#f-%1$s script').textContent);
                  const [l, t, r, b] = box.dataset.plot.split(' ').map(Number);
                  const svg = box.querySelector('svg');
                  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
                  const share = (axis, v) => axis.log ? Math.log(v / axis.min) / Math.log(axis.max / axis.min)
                    : (v - axis.min) / (axis.max - axis.min);
                  const place = svg.getBoundingClientRect();
                  return [place.x + (l + share(data.x, %2$s) * (r - l)) * scale,
                    place.y + (b - share(data.y, %3$s) * (b - t)) * scale];
                })()
                """;

  private BrowserScripts() {}
}
