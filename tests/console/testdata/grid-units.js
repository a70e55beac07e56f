async ({parseTsv, printTsv, applyChange, invertChange, removalOf, moveOf, pasteOf, rebase, keyAfter, moveBy, nextInOrder, rangeOf, selectCell,
  windowOf, topFor, suggest, kindOf, openDraft, followRows, changeOf, rowsWith}) => {
  const wrong = [];
  const same = (what, got, want) => {
    if (JSON.stringify(got) !== JSON.stringify(want)) wrong.push(`${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
  };
  // Cells on the clipboard.
  same('quotes, tabs and line ends in a cell', parseTsv('a\t"b""\tx\ny"\tc\r\n\td\t\r\n'), [['a', 'b"\tx\ny', 'c'], ['', 'd', '']]);
  same('a quote that ends no cell', parseTsv('"5" disk\tx'), [['"5" disk', 'x']]);
  same('an empty row', parseTsv('a\n\nb'), [['a'], [''], ['b']]);
  const hard = [['a\tb', '"q', 'x'], ['', '1\r\n2', ''], ['é 😀', ' ', 'say "no"']];
  same('what is printed is read again', parseTsv(printTsv(hard)), hard);
  // Changes of rows, and back.
  const rows = ['a', 'b', 'c', 'd'].map((key) => ({key, cells: {x: key, y: key + key}, places: [{page: 1, boxes: [{x: 1, y: 2, width: 3, height: 4}]}]}));
  const keys = (of) => of.map((r) => r.key).join('');
  const changes = {
    set: {kind: 'set', key: 'b', column: 'x', before: 'b', after: 'B'},
    filled: {kind: 'set', key: 'b', column: 'x', before: 'b', after: 'B', place: {page: 1, boxes: [{x: 5, y: 2, width: 3.004, height: 4}], text: 'B'}},
    insert: {kind: 'insert', key: 'n', before: 'c', after: {key: 'n', cells: {}}},
    append: {kind: 'insert', key: 'n', before: null, after: {key: 'n', cells: {}}},
    remove: removalOf(rows, 'a'),
    up: moveOf(rows, 'c', -1),
    down: moveOf(rows, 'c', 1),
    paste: pasteOf(rows, ['x', 'y'], [['1', '2'], ['3', '4', '5'], ['6', '7']], {row: 2, column: 0}, () => 'p').change
  };
  const after = {set: 'abcd', filled: 'abcd', insert: 'abncd', append: 'abcdn', remove: 'bcd', up: 'acbd', down: 'abdc', paste: 'abcdp'};
  for (const [name, change] of Object.entries(changes)) {
    const changed = applyChange(rows, change);
    same(name, keys(changed), after[name]);
    const back = invertChange(change, changed);
    same(name + ' taken back', applyChange(changed, back), rows);
    const again = applyChange(applyChange(changed, back), invertChange(back, rows));
    same(name + ' made again', again.map((r) => [r.cells, r.places]), changed.map((r) => [r.cells, r.places]));
  }
  const stored = applyChange(rows, changes.filled).map((r) => ({...r, places: r.places.map(({page, boxes}) =>
    ({boxes: boxes.map(({x, y, width, height}) => ({height, width: Math.round(width * 100) / 100, x, y})), page}))}));
  same('a place as the service sends it back is taken out',
    applyChange(stored, invertChange(changes.filled, stored)).map((r) => r.places.map((p) => p.boxes[0].x)), [[1], [1], [1], [1]]);
  same('no move beyond the end', moveOf(rows, 'd', 1), null);
  same('a removed row comes back before the first that is left of those behind it',
    keys(applyChange(rows.slice(2), invertChange(changes.remove, rows.slice(2)))), 'acd');
  same('cells without a place', pasteOf(rows, ['x', 'y'], [['1', '2'], ['3', '4']], {row: 3, column: 1}, null).left, 3);
  same('the row behind the last', keyAfter(rows, 'd'), null);
  // Any changes, taken back in any order, leave nothing behind: each is of cells and rows of its own.
  const own = [changes.set, changes.insert, removalOf(rows, 'd'), moveOf(rows, 'a', 1)];
  for (const order of [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]]) {
    let now = own.reduce(applyChange, rows);
    for (const i of order) now = applyChange(now, invertChange(own[i], now));
    same('taken back in the order ' + order, now.map((r) => r.cells), rows.map((r) => r.cells));
  }
  // Changes on rows that somebody else has stored meanwhile.
  const theirs = [{key: 'a', cells: {x: 'a', y: 'theirs'}}, {key: 'b', cells: {x: 'theirs', y: 'bb'}}, {key: 'z', cells: {x: 'z'}}];
  const met = rebase(theirs, [changes.set, {kind: 'set', key: 'a', column: 'x', before: 'a', after: 'A'}]);
  same('both are there', met.rows.map((r) => r.cells), [{x: 'A', y: 'theirs'}, {x: 'theirs', y: 'bb'}, {x: 'z'}]);
  same('the clash is told', met.clashes, [{key: 'b', column: 'x', theirs: 'theirs', mine: 'B'}]);
  const lost = rebase(theirs.slice(2), [changes.set, {kind: 'set', key: 'b', column: 'x', before: 'B', after: 'BB'}]);
  same('also in a row that they have removed', lost.clashes, [{key: 'b', column: 'x', theirs: null, mine: 'BB'}]);
  const spared = rebase(theirs, [removalOf(rows, 'a'), removalOf(rows, 'd')]);
  same('a row that they have changed is not removed', [keys(spared.rows), keys(spared.kept)], ['abz', 'a']);
  // A text that is being typed.
  const draft = {...openDraft(rows[1], 1, 'x'), text: 'mine'};
  const follow = (now) => followRows(draft, now);
  same('other rows leave it', [follow(rows).text, follow(rows).clash], ['mine', null]);
  same('theirs is noted', [follow(theirs).text, follow(theirs).clash?.value, follow(theirs).was], ['mine', 'theirs', 'theirs']);
  const gone = follow(rows.slice(2));
  same('so is that the row is gone', [gone.text, gone.clash?.value], ['mine', null]);
  same('which is drawn all the same', keys(rowsWith(rows.slice(2), gone)), 'cbd');
  const kept = changeOf(gone, rows.slice(2));
  same('and comes back with the text', [kept.kind, kept.after.cells], ['insert', {x: 'mine', y: 'bb'}]);
  same('nothing typed, nothing stored', changeOf(openDraft(rows[0], 0, 'x'), rows), null);
  // Where one is.
  const at = selectCell(1, 1, 4, 2);
  same('a range', rangeOf(moveBy(moveBy(at, 1, 0, 4, 2, true), 0, -1, 4, 2, true)), {top: 1, bottom: 2, left: 0, right: 1});
  same('not beyond the last row', moveBy(at, 99, 99, 4, 2), {row: 3, column: 1, anchor: null});
  same('the next in order', nextInOrder(at, false, 4, 2), {row: 2, column: 0, anchor: null});
  same('none behind the last', nextInOrder(selectCell(3, 1, 4, 2), false, 4, 2), null);
  // Which rows are drawn.
  for (const top of [0, 1000, 115_000]) {
    const {from, to} = windowOf({top, height: 400, rowHeight: 32, count: 3600});
    if (from * 32 > top || (to < 3600 && to * 32 < top + 400) || to - from > 30) wrong.push(`window at ${top}: ${from} to ${to}`);
  }
  same('scrolled up to a row', topFor(3, {top: 200, height: 300, rowHeight: 32, head: 32}), 96);
  same('scrolled down to a row', topFor(20, {top: 0, height: 300, rowHeight: 32, head: 32}), 404);
  same('a row in sight', topFor(3, {top: 50, height: 300, rowHeight: 32, head: 32}), 50);
  // What is offered while somebody types.
  const line = (text) => text.split(' ').map((word, i) => ({word, box: {x: 10 * i, y: 0, width: 9, height: 9}}));
  const pages = new Map([[1, ['12 Quay Street', 'Invoice 123 of 12 March 2026, due 1/4/2026', '123 4567 89', 'Total 1,256.64 EUR'].map(line)]]);
  const offered = (typed, kind) => suggest(pages, typed, kind).map((o) => o.text);
  same('of dates, those alone', offered('12', 'date'), ['12 March 2026']);
  same('by a word in them, too', offered('mar', 'date'), ['12 March 2026']);
  same('all without a text', offered('', 'date'), ['12 March 2026', '1/4/2026']);
  same('of numbers, those alone', offered('1', 'number'), ['12', '123', '1,256.64']);
  same('words, where no date begins so', offered('Quay', 'date'), ['Quay', 'Quay Street']);
  same('of texts, all', offered('12', '').length, 6);
  same('kinds', [kindOf('DATE'), kindOf('AMOUNT'), kindOf('TEXT', '12/03/2026'), kindOf('', '20260312'), kindOf('', '358.00'), kindOf('IBAN')], ['date', 'number', 'date', '', 'number', '']);
  return wrong;
}
