(() => {
  'use strict';
  document.documentElement.className = 'scripted';
  const SVG = 'http://www.w3.org/2000/svg';
  const tip = document.getElementById('tip');
  const live = document.getElementById('live');
  const all = (root, selector) => Array.from(root.querySelectorAll(selector));
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const draw = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const key of Object.keys(attributes)) {
      element.setAttribute(key, attributes[key]);
    }
    return element;
  };

  // Numbers as the rest of the page shows them.
  const grouped = (digits) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  const compact = (value) => {
    const size = Math.abs(value);
    const sign = value < 0 ? '-' : '';
    if (size >= 1000 || Number.isInteger(value)) {
      return sign + grouped(String(Math.round(size)));
    }
    return value.toFixed(size >= 100 ? 1 : size >= 10 ? 2 : size >= 0.0995 ? 3 : 4);
  };
  const duration = (ms) => {
    const size = Math.abs(ms);
    if (size < 1000) {
      return compact(ms) + ' ms';
    }
    if (size < 600e3) {
      return compact(ms / 1000) + ' s';
    }
    return size < 36e6 ? compact(ms / 60e3) + ' min' : compact(ms / 3.6e6) + ' h';
  };
  const shown = (value, axis) => {
    switch (axis.kind) {
      case 'millis': return duration(value);
      case 'ratio': return (value * 100).toFixed(1) + ' %';
      default: return compact(value) + (axis.unit ? ' ' + axis.unit : '');
    }
  };
  const exact = (value, axis) => axis.kind === 'millis' ? value + ' ms' : String(value);

  // Tables: sort by a column, copy as CSV.
  const csvText = (text) => {
    // A spreadsheet would run a text that begins like a formula.
    const safe = /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
    return /[",\n\r]/.test(safe) ? '"' + safe.replace(/"/g, '""') + '"' : safe;
  };
  const copy = async (button, text) => {
    let done = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch (error) {
      const area = make('textarea', {value: text});
      document.body.append(area);
      area.select();
      done = document.execCommand('copy');
      area.remove();
    }
    const label = button.textContent;
    button.textContent = done ? 'Copied' : 'Copying is not allowed here';
    setTimeout(() => { button.textContent = label; }, 1500);
  };
  const tableCsv = (table) => {
    const heads = all(table.tHead, 'th');
    const changed = heads.map((head, i) =>
      Array.from(table.tBodies[0].rows).some((row) => row.cells[i].querySelector('.change')));
    const line = (cells) => cells.flat().map((cell) => typeof cell === 'number' ? cell : csvText(cell)).join(',');
    const lines = [line(heads.map((head, i) => {
      const label = head.textContent.trim();
      return changed[i] ? [label, label + ' change'] : [label];
    }))];
    for (const row of table.tBodies[0].rows) {
      lines.push(line(Array.from(row.cells).map((cell, i) => {
        const numeric = cell.classList.contains('n');
        const value = numeric ? cell.dataset.v || '' : cell.textContent.trim();
        const item = numeric && value !== '' ? Number(value) : value;
        const change = cell.querySelector('.change');
        const by = change && change.dataset.change;
        return changed[i] ? [item, by ? Number(by) : ''] : [item];
      })));
    }
    return lines.join('\n') + '\n';
  };
  const sortBy = (table, index) => {
    const heads = all(table.tHead, 'th');
    const head = heads[index];
    const numeric = head.classList.contains('n');
    const first = numeric ? 'descending' : 'ascending';
    const order = head.getAttribute('aria-sort') === first
      ? (numeric ? 'ascending' : 'descending') : first;
    heads.forEach((other) => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    const key = (row) => {
      const cell = row.cells[index];
      return numeric ? (cell.dataset.v === undefined ? null : Number(cell.dataset.v)) : cell.textContent.trim();
    };
    const rows = Array.from(table.tBodies[0].rows).map((row) => [key(row), row]);
    rows.sort(([a], [b]) => {
      if (a === null || b === null) {
        return (a === null) - (b === null);
      }
      return sign * (numeric ? a - b : a.localeCompare(b, 'en', {numeric: true}));
    });
    table.tBodies[0].append(...rows.map(([, row]) => row));
  };
  for (const box of all(document, '.table')) {
    const table = box.querySelector('table');
    all(table.tHead, 'th').forEach((head, index) => {
      const button = make('button', {type: 'button'}, ...head.childNodes);
      button.addEventListener('click', () => sortBy(table, index));
      head.append(button);
    });
    const button = make('button', {type: 'button', textContent: 'Copy as CSV'});
    button.addEventListener('click', () => copy(button, tableCsv(table)));
    box.querySelector('.head').append(make('div', {className: 'tools'}, button));
  }

  // Charts: exact values under the pointer and on the keyboard.
  const expanded = (list) => Array.isArray(list) ? list
    : Array.from({length: list.count}, (unused, i) => list.from + i * list.step);
  class Chart {
    constructor(figure) {
      this.figure = figure;
      this.place = figure.querySelector('.plot');
      this.data = null;
      this.cursor = null;
      this.at = -1;
      this.range = null;
    }

    load() {
      if (this.data === null) {
        this.data = JSON.parse(this.figure.querySelector('script.data').textContent);
        for (const series of this.data.series) {
          for (const column of ['x', 'x2', 'y', 'values']) {
            if (series[column]) {
              series[column] = expanded(series[column]);
            }
          }
        }
        const {min, max} = this.data.x;
        this.range = [min, max];
      }
      return this.data;
    }

    // The drawing that is visible, and where its plot lies.
    view() {
      const box = all(this.place, '[data-plot]').find((one) => one.getClientRects().length > 0);
      const svg = box.querySelector('svg');
      const [left, top, right, bottom] = box.dataset.plot.split(' ').map(Number);
      return {svg, left, top, right, bottom};
    }

    px(view, x) {
      const [min, max] = this.range;
      const share = this.data.x.log ? Math.log(x / min) / Math.log(max / min) : (x - min) / (max - min);
      return view.left + share * (view.right - view.left);
    }

    py(view, y) {
      const axis = this.data.y;
      const share = axis.log ? Math.log(y / axis.min) / Math.log(axis.max / axis.min)
        : (y - axis.min) / (axis.max - axis.min);
      return axis.names ? view.top + share * (view.bottom - view.top)
        : view.bottom - share * (view.bottom - view.top);
    }

    toX(view, px) {
      const [min, max] = this.range;
      const share = (px - view.left) / (view.right - view.left);
      return this.data.x.log ? min * Math.pow(max / min, share) : min + share * (max - min);
    }

    // What is at a place of the drawing: a title, lines of text, and where they are.
    find(view, px, py) {
      switch (this.data.find) {
        case 'x': return this.alongX(view, this.toX(view, px), py);
        case 'y': return this.alongY(view, py);
        case 'point': return this.nearest(view, px, py);
        case 'row': return this.row(view, this.rowAt(view, py));
        default: return this.box(view, px, py);
      }
    }

    rowAt(view, py) {
      const rows = this.data.y.max - this.data.y.min;
      return Math.max(0, Math.min(rows - 1, Math.floor((py - view.top) / (view.bottom - view.top) * rows)));
    }

    line(series, index, value, axis) {
      return {
        name: series.name, ink: series.ink, text: shown(value, axis), exact: exact(value, axis),
        link: series.links && series.links[index], label: series.labels && series.labels[index],
      };
    }

    alongX(view, x, py) {
      // Steps hold until the next position; marked points are found by distance.
      const positions = this.data.series.reduce((most, series) => series.x.length > most.length ? series.x : most, []);
      const far = (i) => Math.abs(this.px(view, positions[i]) - this.px(view, x));
      let near = 0;
      positions.forEach((position, i) => {
        if (this.data.steps ? position <= x : far(i) < far(near)) {
          near = i;
        }
      });
      return this.stop(view, positions[near], py);
    }

    // A click follows the line nearest to the pointer.
    stop(view, at, py) {
      const found = {title: [this.data.x.label, shown(at, this.data.x)].filter(Boolean).join(' '), lines: [], marks: [], x: this.px(view, at)};
      for (const series of this.data.series) {
        let index = series.x.indexOf(at);
        if (index < 0 && series.x.length === 2) {
          index = 0;
        }
        const value = index < 0 ? null : series.y[index];
        if (value !== null && value !== undefined) {
          found.lines.push(this.line(series, index, value, this.data.y));
          found.marks.push({ink: series.ink, x: this.px(view, at), y: this.py(view, value)});
        }
      }
      const far = (i) => py === undefined ? i : Math.abs(found.marks[i].y - py);
      found.lines.forEach((line, i) => {
        if (line.link && (found.link === undefined || far(i) < far(found.near))) {
          found.near = i;
          found.link = line.link;
          found.linked = line.label;
        }
      });
      return found;
    }

    alongY(view, py) {
      const axis = this.data.y;
      const share = (view.bottom - py) / (view.bottom - view.top);
      const y = axis.min + share * (axis.max - axis.min);
      const found = {title: '', lines: [], marks: [], y: Math.max(view.top, Math.min(view.bottom, py))};
      for (const series of this.data.series) {
        let near = -1;
        series.y.forEach((value, i) => {
          if (near < 0 || Math.abs(value - y) < Math.abs(series.y[near] - y)) {
            near = i;
          }
        });
        if (near >= 0) {
          const one = this.line(series, near, series.x[near], this.data.x);
          one.name = series.name + ', ' + shown(series.y[near], axis);
          found.lines.push(one);
          found.marks.push({ink: series.ink, x: this.px(view, series.x[near]), y: this.py(view, series.y[near])});
        }
      }
      found.title = this.data.x.label + ' at most';
      return found;
    }

    nearest(view, px, py) {
      let best = null;
      for (const series of this.data.series) {
        series.x.forEach((x, i) => {
          if (series.y[i] === null || x === null) {
            return;
          }
          const far = Math.hypot(this.px(view, x) - px, this.py(view, series.y[i]) - py);
          if (best === null || far < best.far) {
            best = {far, series, i};
          }
        });
      }
      return best && this.point(view, best.series, best.i);
    }

    point(view, series, i) {
      const x = series.x[i];
      const y = series.y[i];
      const across = this.line(series, i, x, this.data.x);
      across.name = this.data.x.label;
      const up = this.line(series, i, y, this.data.y);
      up.name = this.data.y.label;
      return {
        title: [series.name, series.labels && series.labels[i]].filter(Boolean).join(' · '),
        lines: [across, up],
        marks: [{ink: series.ink, x: this.px(view, x), y: this.py(view, y)}],
        link: series.links && series.links[i],
      };
    }

    row(view, row) {
      const found = {title: this.data.y.names[row] || '', lines: [], marks: [], box: this.rowBox(view, row)};
      for (const series of this.data.series) {
        series.y.forEach((y, i) => {
          if (y === row) {
            found.lines.push(this.line(series, i, series.values ? series.values[i] : series.x2[i] - series.x[i], this.data.x));
          }
        });
      }
      return found;
    }

    rowBox(view, row) {
      const top = this.py(view, row);
      return {x: view.left, y: top, width: view.right - view.left, height: this.py(view, row + 1) - top};
    }

    box(view, px, py) {
      const row = this.rowAt(view, py);
      const x = this.toX(view, px);
      for (const series of this.data.series) {
        for (let i = 0; i < series.y.length; i++) {
          if (series.y[i] === row && series.x[i] <= x && x <= series.x2[i]) {
            return this.boxAt(view, series, i);
          }
        }
      }
      return null;
    }

    boxAt(view, series, i) {
      const row = series.y[i];
      const axis = this.data.x;
      const value = series.values
        ? this.line(series, i, series.values[i], this.data.value || axis)
        : {name: series.name, ink: series.ink, text: shown(series.x2[i] - series.x[i], axis),
          exact: 'from ' + exact(series.x[i], axis) + ' to ' + exact(series.x2[i], axis)};
      const left = Math.max(view.left, this.px(view, series.x[i]));
      const right = Math.min(view.right, this.px(view, series.x2[i]));
      const rows = this.rowBox(view, row);
      return {
        title: [this.data.y.names[row], this.data.rows && this.data.rows[row], series.labels && series.labels[i]].filter(Boolean).join(' · '),
        lines: [value], marks: [],
        box: {x: left, y: rows.y, width: Math.max(1, right - left), height: rows.height},
        link: series.links && series.links[i],
      };
    }

    // All stops of the keyboard, in order.
    stops() {
      const series = this.data.series;
      switch (this.data.find) {
        case 'x': return series.reduce((most, one) => one.x.length > most.length ? one.x : most, []).map((x) => (view) => this.stop(view, x));
        case 'y': return Array.from({length: 21}, (unused, i) => (view) => this.alongY(view, this.py(view, i / 20)));
        case 'row': return this.data.y.names.map((name, row) => (view) => this.row(view, row));
        case 'point': return series.flatMap((one) => one.x.map((x, i) => (view) => this.point(view, one, i)).filter((stop, i) => one.y[i] !== null));
        default: {
          const boxes = series.flatMap((one) => one.x.map((x, i) => ({one, i, x, y: one.y[i]})));
          boxes.sort((a, b) => a.y - b.y || a.x - b.x);
          return boxes.map(({one, i}) => (view) => this.boxAt(view, one, i));
        }
      }
    }

    show(found, x, y, spoken) {
      this.clear();
      if (!found || found.lines.length === 0) {
        return;
      }
      const view = this.view();
      this.cursor = draw('g', {class: 'cursor'});
      if (found.box) {
        this.cursor.append(draw('rect', found.box));
      } else if (found.y !== undefined) {
        this.cursor.append(draw('line', {x1: view.left, x2: view.right, y1: found.y, y2: found.y}));
      } else if (found.x !== undefined) {
        this.cursor.append(draw('line', {x1: found.x, x2: found.x, y1: view.top, y2: view.bottom}));
      }
      for (const mark of this.data.stacked ? [] : found.marks) {
        this.cursor.append(draw('circle', {class: 'f-' + mark.ink, cx: mark.x, cy: mark.y, r: 4.5}));
      }
      view.svg.append(this.cursor);
      tip.replaceChildren();
      if (found.title) {
        tip.append(make('p', {textContent: found.title}));
      }
      for (const line of found.lines) {
        const text = make('span', {}, line.name + ' ', make('b', {textContent: line.text}));
        if (line.exact && line.exact.replace(/ ms$/, '') !== line.text.replace(/,/g, '').replace(/ .*$/, '')) {
          text.append(' ', make('small', {textContent: line.exact}));
        }
        tip.append(make('div', {}, make('i', {className: 'i-' + line.ink}), text));
      }
      if (found.link) {
        tip.append(make('p', {textContent: 'Click or Enter leads to ' + (found.linked || found.title) + ' in the table.'}));
      }
      tip.hidden = false;
      const box = tip.getBoundingClientRect();
      const left = x + 14 + box.width > innerWidth ? x - 14 - box.width : x + 14;
      tip.style.left = Math.max(8, Math.min(left, innerWidth - box.width - 8)) + 'px';
      tip.style.top = Math.max(8, Math.min(y + 14, innerHeight - box.height - 8)) + 'px';
      this.link = found.link;
      if (spoken) {
        live.textContent = [found.title, ...found.lines.map((line) => line.name + ' ' + line.text)].join('; ');
      }
    }

    clear() {
      if (this.cursor) {
        this.cursor.remove();
        this.cursor = null;
      }
      this.link = undefined;
      tip.hidden = true;
    }

    follow() {
      if (this.link) {
        location.hash = this.link;
      }
    }

    csv() {
      this.load();
      const {x, y, series} = this.data;
      const name = (axis, other) => (axis.label || other) + (axis.kind === 'millis' ? '_ms' : '');
      const rows = [['series', name(x, 'x'), 'to', name(y, 'y'), 'value', 'label'].map(csvText).join(',')];
      for (const one of series) {
        one.x.forEach((at, i) => rows.push([
          csvText(one.name), at, one.x2 ? one.x2[i] : '', y.names ? csvText(y.names[Math.floor(one.y[i])] || '') : one.y[i],
          one.values ? one.values[i] : '', one.labels ? csvText(one.labels[i]) : '',
        ].map((cell) => cell === null ? '' : cell).join(',')));
      }
      return rows.join('\n') + '\n';
    }

    listen() {
      const place = this.place;
      const at = (event) => {
        this.load();
        const view = this.view();
        const box = view.svg.getBoundingClientRect();
        const scale = view.svg.viewBox.baseVal.width / box.width;
        return {view, px: (event.clientX - box.left) * scale, py: (event.clientY - box.top) * scale};
      };
      place.addEventListener('pointermove', (event) => {
        const {view, px, py} = at(event);
        this.show(this.find(view, px, py), event.clientX, event.clientY, false);
      });
      place.addEventListener('pointerleave', () => this.clear());
      place.addEventListener('blur', () => this.clear());
      place.addEventListener('click', () => this.follow());
      place.addEventListener('keydown', (event) => {
        this.load();
        const stops = this.stops();
        const last = stops.length - 1;
        const next = {
          ArrowRight: this.at + 1, ArrowDown: this.at + 1, ArrowLeft: this.at - 1, ArrowUp: this.at - 1,
          PageDown: this.at + 10, PageUp: this.at - 10, Home: 0, End: last,
        }[event.key];
        if (event.key === 'Escape') {
          this.clear();
        } else if (event.key === 'Enter') {
          this.follow();
        } else if (next !== undefined && last >= 0) {
          event.preventDefault();
          this.at = Math.max(0, Math.min(last, next));
          const box = place.getBoundingClientRect();
          this.show(stops[this.at](this.view()), box.left + box.width / 3, Math.min(box.bottom, innerHeight) - 40, true);
        }
      });
    }
  }

  // The session chart can be looked at more closely: its boxes are drawn again for a part of the axis.
  class ZoomChart extends Chart {
    listen() {
      super.listen();
      const button = (text, label, action) => {
        const made = make('button', {type: 'button', textContent: text, title: label});
        made.setAttribute('aria-label', label);
        made.addEventListener('click', () => { this.load(); action(); });
        return made;
      };
      this.tools.prepend(
        button('+', 'Zoom in', () => this.zoom(0.5, 0.5)),
        button('−', 'Zoom out', () => this.zoom(2, 0.5)),
        button('←', 'Earlier', () => this.pan(-0.3)),
        button('→', 'Later', () => this.pan(0.3)),
        button('All', 'Show all', () => this.setRange(this.data.x.min, this.data.x.max)));
      this.place.addEventListener('wheel', (event) => {
        if (event.ctrlKey || event.shiftKey) {
          event.preventDefault();
          this.load();
          const view = this.view();
          const box = view.svg.getBoundingClientRect();
          const px = (event.clientX - box.left) * view.svg.viewBox.baseVal.width / box.width;
          this.zoom(event.deltaY + event.deltaX > 0 ? 1.25 : 0.8, (px - view.left) / (view.right - view.left));
        }
      }, {passive: false});
    }

    zoom(factor, share) {
      const [from, to] = this.range;
      const length = (to - from) * factor;
      const begin = from + (to - from) * share - length * share;
      this.setRange(begin, begin + length);
    }

    pan(share) {
      const by = (this.range[1] - this.range[0]) * share;
      this.setRange(this.range[0] + by, this.range[1] + by);
    }

    setRange(from, to) {
      const {min, max} = this.data.x;
      const length = Math.max((max - min) / 5000, Math.min(max - min, to - from));
      const begin = Math.max(min, Math.min(max - length, from));
      this.range = [begin, begin + length];
      this.clear();
      this.redraw();
    }

    redraw() {
      for (const box of all(this.place, '[data-plot]')) {
        const svg = box.querySelector('svg');
        const [left, top, right, bottom] = box.dataset.plot.split(' ').map(Number);
        const view = {svg, left, top, right, bottom};
        if (!svg.querySelector('.zoomed')) {
          this.data.series.forEach((series) => all(svg, 'path.f-' + series.ink).forEach((path) => path.remove()));
          const below = all(svg, 'text').filter((text) => Number(text.getAttribute('y')) > bottom);
          const lowest = Math.max(...below.map((text) => Number(text.getAttribute('y'))));
          this.tickY = Math.min(...below.map((text) => Number(text.getAttribute('y'))));
          below.filter((text) => Number(text.getAttribute('y')) < lowest).forEach((text) => text.remove());
        } else {
          svg.querySelector('.zoomed').remove();
        }
        const group = draw('g', {class: 'zoomed'});
        for (const series of this.data.series) {
          let d = '';
          series.x.forEach((x, i) => {
            const from = Math.max(left, this.px(view, x));
            const to = Math.min(right, this.px(view, series.x2[i]));
            if (to > from) {
              const up = this.py(view, series.y[i] + 0.14);
              const down = this.py(view, series.y[i] + 0.86);
              d += `M${from.toFixed(1)} ${up.toFixed(1)}H${to.toFixed(1)}V${down.toFixed(1)}H${from.toFixed(1)}z`;
            }
          });
          group.append(draw('path', {class: 'f-' + series.ink, d}));
        }
        const count = Math.max(2, Math.round((right - left) / 110));
        for (let i = 0; i <= count; i++) {
          const x = this.range[0] + (this.range[1] - this.range[0]) * i / count;
          const text = draw('text', {
            class: 'f-muted', 'font-size': {narrow: 11, wide: 12, full: 13}[box.className], x: this.px(view, x), y: bottom + 14,
            'text-anchor': i === 0 ? 'start' : i === count ? 'end' : 'middle'});
          text.textContent = duration(x);
          group.append(text);
        }
        svg.append(group);
      }
    }
  }

  for (const figure of all(document, 'figure')) {
    const data = figure.querySelector('script.data');
    if (data) {
      const chart = data.textContent.startsWith('{"find":"zoom"') ? new ZoomChart(figure) : new Chart(figure);
      const button = make('button', {type: 'button', textContent: 'Copy data as CSV'});
      button.addEventListener('click', () => copy(button, chart.csv()));
      chart.tools = make('div', {className: 'tools'}, button);
      figure.append(chart.tools);
      chart.listen();
    }
  }

  // Paper shows what is folded away.
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = all(document, 'details:not([open])');
    folded.forEach((one) => { one.open = true; });
  });
  addEventListener('afterprint', () => {
    folded.forEach((one) => { one.open = false; });
  });
})();
