// What the parts of the model of a review do on their own. Called with their modules, it returns what is wrong.
async ({Drafts, UndoLog, Outbox, makeRows, changeValues, draftValue, putValues, standOnExtracted}) => {
  const wrong = [];
  const expect = (what, got, want) => {
    if (JSON.stringify(got) !== JSON.stringify(want))
      wrong.push(`${what}: ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
  };
  const storage = new Map();
  const given = {
    getItem: (k) => storage.get(k) ?? null,
    setItem: (k, v) => storage.set(k, v),
    removeItem: (k) => storage.delete(k)
  };

  const draft = {component: 'Total', value: '#0', index: 0, insert: false, was: '1', text: '2', note: ''};
  new Drafts({storage: given, owner: 'ada', now: () => 5}).keep('/f', draft);
  const again = new Drafts({storage: given, owner: 'ada'});
  expect('a draft after a reload', again.of('/f'), [{...draft, at: 5}]);
  expect('a draft of somebody else', new Drafts({storage: given, owner: 'mira'}).of('/f'), []);
  again.drop('/f', 'Total', '#0', '3');
  expect('a draft that was typed on', again.of('/f').length, 1);
  again.drop('/f', 'Total', '#0', '2');
  expect('a draft that is stored', [again.of('/f'), storage.size], [[], 0]);
  const full = {
    ...given,
    getItem: () => 'no json',
    setItem: () => {
      throw new Error('full');
    }
  };
  const inMemory = new Drafts({storage: full, owner: 'ada'});
  inMemory.keep('/f', draft);
  expect('a draft where storage is full', inMemory.find('/f', 'Total', '#0')?.text, '2');
  expect(
    'names of values',
    [draftValue({index: 1, valueId: 'a'}), draftValue({index: 1}), draftValue({index: 1, insert: true, valueId: 'a'})],
    ['a', '#1', '+1']
  );

  const log = new UndoLog();
  const said = [];
  const entry = (file, name, touches, ok = true) =>
    log.run({file, words: name, touches, redo: async () => ok, undo: async () => said.push(name) > 0});
  const first = entry('/f', 'first', ['a']);
  entry('/f', 'second', ['b']);
  await entry('/f', 'refused', ['b'], false).ready;
  expect('what a message takes back', [(await log.undo(first.id)).outcome, said], ['done', ['first']]);
  expect('the same message again', (await log.undo(first.id)).outcome, 'none');
  expect(
    'what a key takes back, of what was done',
    [(await log.undoLast('/f')).entry.words, log.entries.length],
    ['second', 0]
  );
  const below = entry('/f', 'below', ['a']);
  entry('/f', 'above', ['a', 'c']);
  expect('what a later change lies on', [(await log.undo(below.id)).outcome, said.length], ['changed', 2]);
  expect('a key in another file', (await log.undoLast('/g')).outcome, 'none');
  const part = (name) =>
    log.run({file: '/h', words: name, touches: ['a'], merges: true, redo: async () => true, undo: async () => true});
  const whole = entry('/h', 'whole', ['a']);
  const [one] = [part('one'), part('other')];
  expect('a part under another part', (await log.undo(one.id)).outcome, 'done');
  expect('the whole under a part', (await log.undo(whole.id)).outcome, 'changed');
  await log.undoLast('/f');
  expect(
    'what is done again',
    [(await log.redoLast('/f')).entry.words, (await log.redoLast('/f')).outcome],
    ['above', 'none']
  );

  let key = 0;
  const outbox = new Outbox({makeKey: () => 'key' + key++, isAway: (e) => e.status === 0});
  const sent = [];
  let away = true;
  const send = (name, status) => async (k) => {
    sent.push(name + k);
    if (status) throw {status};
    if (away) throw {status: 0};
  };
  const waits = outbox.put({file: '/f', touches: ['a'], send: send('a'), waits: true, body: 1});
  const behind = outbox.put({file: '/f', touches: ['b'], send: send('b', 403), waits: true});
  const follower = outbox.put({file: '/f', touches: ['b'], send: send('c'), after: behind});
  await outbox.quiet('/f');
  expect('what waits for the network', [waits.state, behind.state, sent], ['waiting', 'queued', ['akey0']]);
  away = false;
  outbox.resume();
  expect('what came of them', [await waits.done, await behind.done, await follower.done], [true, false, false]);
  expect('what was sent, with keys', sent, ['akey0', 'akey0', 'bkey1']);
  away = true;
  const told = outbox.put({file: '/f', touches: ['a'], send: send('d'), body: 2});
  expect('what may not wait', [await told.done, told.error.status], [false, 0]);
  away = false;
  await outbox.put({file: '/f', touches: ['a'], send: send('e'), body: 2}).done;
  expect(
    'the key of what nobody knew of',
    sent.slice(-2).map((s) => s.slice(1)),
    [told.key, told.key]
  );

  const value = (v, valueId) => ({
    value: v,
    valueId,
    places: [],
    entityReferences: [],
    cells: [{column: 'n', value: v}]
  });
  const [row] = makeRows({
    components: {
      version: 'v',
      componentDetails: [
        {
          name: 'A',
          technicalName: 'a',
          version: 'v1',
          attention: [],
          componentValues: [value('1', 'x'), value('2', 'y')]
        }
      ]
    },
    definitions: [{technicalName: 'a', displayName: 'A', multiple: true}],
    entities: {entities: []}
  });
  const {values, to} = changeValues(row, {value: 1, insert: false}, {text: '3', then: 'up'});
  expect(
    'a value that moves up',
    [values.map((v) => [v.value, v.basedOn, v.cells?.length]), to],
    [
      [
        ['3', 'y', undefined],
        ['1', 'x', 1]
      ],
      0
    ]
  );
  expect(
    'a value that is put in',
    changeValues(row, {value: 2, insert: true}, {text: '4'}).values.map((v) => v.basedOn),
    ['x', 'y', '']
  );
  const overridden = {
    overridden: {},
    values: [
      {value: '1', valueId: 'a1', basedOn: 'a'},
      {value: '2', valueId: 'n1', basedOn: null}
    ]
  };
  const based = (values) => values.map((v) => v.basedOn);
  const changed = [
    {value: '3', basedOn: 'n1'},
    {value: '1', basedOn: 'a1'},
    {value: '4', basedOn: ''}
  ];
  expect('what may be sent again', based(standOnExtracted(changed, overridden)), ['', 'a', '']);
  putValues(overridden, changed);
  expect(
    'values that are on their way',
    overridden.values.map((v) => [v.value, v.valueId, v.basedOn]),
    [
      ['3', 'n1', null],
      ['1', 'a1', 'a'],
      ['4', undefined, undefined]
    ]
  );
  return wrong;
};
