// Random sequences of what people, the service and the network do, against the model of the review. Called with the
// modules of the model, it returns what runs one sequence by its seed; that throws an error that names what was broken.
({ReviewModel, Editor, Sender, Drafts, UndoLog, Outbox}) => {
  const names = ['Number', 'Date', 'Total', 'Lines'];
  const paths = ['/f/1', '/f/2', '/f/3'];

  const random = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };

  const turn = () =>
    new Promise((resolve) => {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(0);
    });

  class Refusal extends Error {
    constructor(status, told = {}) {
      super('refused with ' + status);
      Object.assign(this, {status, told});
    }
  }

  /** A service with three files, over a network that may be cut. */
  class Service {
    cut = false;
    lost = 0; // answers that will not come
    refusals = []; // statuses of the next changes
    answers = new Map(); // by idempotency key
    stored = new Set(); // texts that people stored
    onApproval = () => {};

    constructor(pick) {
      this.pick = pick;
      this.version = 1;
      this.files = new Map(
        paths.map((path) => [
          path,
          {
            workflowStatus: 'NEW',
            assignee: null,
            found: Object.fromEntries(
              names.map((n) => [n, n === 'Lines' ? [n + path + 'a', n + path + 'b'] : [n + path]])
            ),
            overrides: {},
            checks: {},
            versions: Object.fromEntries(names.map((n) => [n, 'v0'])),
            had: Object.fromEntries(names.map((n) => [n, new Set()])),
            hadCheck: new Set()
          }
        ])
      );
      for (const f of this.files.values()) names.forEach((n) => this.note(f, n));
    }

    values(f, n) {
      return f.overrides[n]?.values ?? f.found[n];
    }
    note(f, n) {
      f.had[n].add(JSON.stringify(this.values(f, n)));
      if (f.checks[n]) f.hadCheck.add(n + JSON.stringify(this.values(f, n)));
    }
    details(f, n) {
      return {
        name: n,
        technicalName: n.toLowerCase(),
        version: f.versions[n],
        componentValues: this.values(f, n).map((value, i) => ({
          value,
          originalValue: f.found[n][i] ?? '',
          entityReferences: [],
          places: []
        })),
        overridden: f.overrides[n] ? {by: f.overrides[n].by, at: '', note: f.overrides[n].note ?? ''} : null,
        checked: f.checks[n] ?? null,
        attention: []
      };
    }
    state(path) {
      const f = this.files.get(path);
      return Object.fromEntries([
        ...names.map((n) => [n, JSON.stringify([this.values(f, n), !!f.checks[n]])]),
        ['workflow', f.workflowStatus],
        ['assignee', f.assignee]
      ]);
    }
    file(path) {
      const {workflowStatus, assignee} = this.files.get(path);
      return {id: path, workflowStatus, assignee};
    }

    async reach() {
      for (let n = this.pick(4); n > 0; n--) await null;
      if (this.cut) throw new Refusal(0);
    }
    async read(path) {
      await this.reach();
      const f = this.files.get(path);
      const components = {version: 'v0', componentDetails: names.map((n) => this.details(f, n))};
      const definitions = names.map((n) => ({technicalName: n.toLowerCase(), displayName: n, multiple: true}));
      const data = {
        file: this.file(path),
        components: JSON.parse(JSON.stringify(components)),
        definitions,
        entities: {entities: [], pages: []}
      };
      await this.reach();
      return data;
    }

    /** Carries out a change as somebody; a key is answered as before. */
    async change(who, path, key, run) {
      await this.reach();
      if (this.refusals.length) throw new Refusal(this.refusals.shift());
      let answer = this.answers.get(key);
      if (!answer) {
        const f = this.files.get(path);
        answer = run(f) ?? {};
        if (key) this.answers.set(key, answer);
      }
      if (this.lost && this.lost-- > 0) throw new Refusal(0);
      await null;
      if (this.cut) throw new Refusal(0);
      return answer;
    }
    mayEdit(f, who) {
      if (f.workflowStatus === 'APPROVED') throw new Refusal(409);
      if (f.assignee && f.assignee !== who) throw new Refusal(403);
    }
    heed(f, n, match) {
      if (!match || match.includes(`"${f.versions[n]}"`)) return;
      throw new Refusal(412, {version: f.versions[n], current: [this.details(f, n)]});
    }
    touch(f, n) {
      f.versions[n] = 'v' + this.version++;
      this.note(f, n);
      return {version: `"${f.versions[n]}"`};
    }
    assign(who, path, id) {
      return this.change(who, path, null, (f) => {
        f.assignee = id;
        if (f.workflowStatus === 'NEW' && id) f.workflowStatus = 'UNDER_REVIEW';
        return this.file(path);
      });
    }
    override(who, path, body, {match, key} = {}) {
      return this.change(who, path, key, (f) => {
        this.mayEdit(f, who);
        this.heed(f, body.name, match);
        f.overrides[body.name] = {by: who, note: body.note, values: body.componentValues.map((v) => v.value)};
        delete f.checks[body.name];
        for (const v of body.componentValues) this.stored.add(v.value);
        return this.touch(f, body.name);
      });
    }
    revert(who, path, [n], {match} = {}) {
      return this.change(who, path, null, (f) => {
        this.mayEdit(f, who);
        this.heed(f, n, match);
        delete f.overrides[n];
        delete f.checks[n];
        return this.touch(f, n);
      });
    }
    check(who, path, {checked, unchecked}, {match} = {}) {
      return this.change(who, path, null, (f) => {
        this.mayEdit(f, who);
        for (const n of [...checked, ...unchecked]) this.heed(f, n, match);
        for (const n of checked) f.checks[n] = {by: who, at: ''};
        for (const n of unchecked) delete f.checks[n];
        for (const n of checked) this.note(f, n);
        return {};
      });
    }
    step(who, path, {workflowStatus}) {
      return this.change(who, path, null, (f) => {
        const from = f.workflowStatus;
        if (from === 'NEW' && workflowStatus === 'APPROVED') throw new Refusal(409);
        if (workflowStatus === 'APPROVED' && f.assignee !== who) throw new Refusal(403);
        if (workflowStatus === 'APPROVED') this.onApproval(path);
        f.workflowStatus = workflowStatus;
        if (workflowStatus === 'UNDER_REVIEW' && from === 'NEW') f.assignee = who;
        if (workflowStatus === 'NEW') f.assignee = null;
        return this.file(path);
      });
    }
  }

  /** One person at a page, which is loaded anew at times. */
  class Visit {
    texts = []; // what was typed: {path, text, ended}
    told = []; // entries of the log that messages offer to undo
    next = 1;
    asked = new Map(); // how much was typed when somebody asked for approval, by file
    agreed = new Set(); // files of which somebody said that they are approved with what is open

    constructor(seed) {
      const dice = random(seed);
      this.pick = (n) => Math.floor(dice() * n);
      this.service = new Service(this.pick);
      const kept = new Map();
      this.storage = {
        getItem: (k) => kept.get(k) ?? null,
        setItem: (k, v) => kept.set(k, v),
        removeItem: (k) => kept.delete(k)
      };
      this.service.onApproval = (path) => {
        const before = this.texts.slice(0, this.asked.get(path)).filter((t) => t.path === path && !t.ended);
        const open = before.filter((t) => this.drafts.of(path).some((d) => d.text === t.text));
        if (open.length && !this.agreed.has(path))
          this.fail(`approved with ${open[0].text}, which is not stored, unasked`);
      };
      this.path = paths[0];
      this.began = [];
      this.load();
    }

    fail(what) {
      throw Object.assign(new Error(what), {broken: true});
    }

    /** Loads the page. */
    load() {
      this.model?.end();
      this.told = [];
      const s = this.service;
      const me = 'me';
      const life = (this.life = this.next++);
      const dead = new Promise(() => {}); // a page that is left hears nothing, and does nothing more
      const alive =
        (run) =>
        async (...a) => {
          if (life !== this.life) return dead;
          try {
            const answer = await run(...a);
            return life === this.life ? answer : dead;
          } catch (error) {
            if (life !== this.life) return dead;
            throw error;
          }
        };
      const changes = ['assign', 'override', 'revert', 'check', 'step'];
      const api = Object.fromEntries(changes.map((n) => [n, alive((...a) => s[n](me, ...a))]));
      this.drafts = new Drafts({storage: this.storage, owner: me, now: () => 0});
      this.log = new UndoLog();
      let key = 0;
      this.outbox = new Outbox({makeKey: () => `${life}-${key++}`, isAway: (e) => e.status === 0});
      const model = new ReviewModel({
        api: {...api, read: alive((path) => s.read(path))},
        drafts: this.drafts,
        log: this.log,
        outbox: this.outbox,
        me: () => me,
        now: () => '',
        words: (k) => k,
        tell: (what, d) => {
          if (what === 'done' || what === 'claimed') this.told.push(d.id);
        },
        changed: () => {},
        refresh: () => model.load({}).catch(() => {}),
        doubt: (_row, _f, text) => (text.startsWith('BAD') ? 'bad' : '')
      });
      model.equip({Editor, Sender});
      this.model = model;
      this.goTo(this.path);
    }

    goTo(path) {
      this.path = path;
      this.model.open(path);
      this.model.load({}).catch(() => {});
    }

    start(what) {
      const p = Promise.resolve(what).catch((e) => {
        if (e.broken || !('status' in e)) this.broken ??= e;
      });
      this.began.push(p);
    }

    get isLocked() {
      const f = this.model.data.file;
      return f.workflowStatus === 'APPROVED' || (f.assignee && f.assignee !== 'me');
    }

    endText(f) {
      for (const t of this.texts) if (t.path === this.model.path && t.text === f.text) t.ended = true;
    }

    steps = {
      choose: () => this.model.choose(this.pick(names.length), this.pick(2)),
      openField: () => {
        const row = this.model.rows[this.pick(names.length)];
        if (this.isLocked) return;
        const index = this.pick(row.values.length + 1);
        this.model.choose(this.model.rows.indexOf(row), index);
        this.model.editor.open(row, index, index >= row.values.length);
      },
      type: () => {
        const f = this.model.editor.field;
        if (!f) return this.steps.openField();
        this.endText(f); // it becomes another one
        const text = (this.pick(6) ? 'T' : 'BAD') + this.next++;
        this.texts.push({path: this.model.path, text});
        this.model.editor.type(text, f.note);
      },
      save: () => this.start(this.model.editor.save(['next', 'next', 'stay', 'add', 'up'][this.pick(5)])),
      discard: () => {
        if (!this.model.editor.field || this.pick(3)) return;
        this.endText(this.model.editor.field);
        this.model.editor.discard();
      },
      openDraft: () => {
        const [draft] = this.drafts.of(this.model.path);
        if (draft && !this.isLocked) this.model.editor.openDraft(draft);
      },
      approve: () => {
        const {path} = this.model;
        const before = this.model.data.file.workflowStatus;
        if (before === 'APPROVED') return;
        if (this.model.stepping !== path) this.asked.set(path, this.texts.length);
        this.start(
          this.model.takeStep({to: 'APPROVED', onward: true}, 'approve', async (questions, take) => {
            if (questions && this.pick(2)) return false;
            if (questions) this.agreed.add(path);
            try {
              return await take();
            } finally {
              this.agreed.delete(path);
            }
          })
        );
      },
      check: () => {
        const row = this.model.rows[this.pick(names.length)];
        if (!this.isLocked) this.start(this.model.sender.check(this.model.target, [row], !row.checked));
      },
      revert: () => {
        const row = this.model.rows.find((r) => r.overridden);
        if (row && !this.isLocked) this.start(this.model.sender.revert(this.model.target, row));
      },
      sayMissing: () => {
        const row = this.model.rows[this.pick(names.length)];
        if (!this.isLocked && !this.pick(3)) this.start(this.model.sender.sayMissing(this.model.target, row));
      },
      goOn: () => this.goTo(paths[this.pick(paths.length)]),
      reload: () => this.pick(3) || this.load(),
      undo: () => this.start(this.log.undoLast(this.model.path)),
      redo: () => this.start(this.log.redoLast(this.model.path)),
      another: () => {
        const path = paths[this.pick(paths.length)];
        const n = names[this.pick(names.length)];
        const f = this.service.files.get(path);
        if (f.workflowStatus === 'APPROVED' || f.assignee === 'me') return;
        f.overrides[n] = {by: 'other', values: ['O' + this.next++]};
        delete f.checks[n];
        this.service.touch(f, n);
        if (this.pick(2)) Object.assign(f, {assignee: 'other', workflowStatus: 'UNDER_REVIEW'});
        this.start(this.model.refresh());
      },
      release: () => {
        for (const f of this.service.files.values()) if (f.assignee === 'other' && this.pick(2)) f.assignee = null;
        this.start(this.model.refresh());
      },
      reopen: () => {
        for (const f of this.service.files.values())
          if (f.workflowStatus === 'APPROVED') f.workflowStatus = 'UNDER_REVIEW';
        this.start(this.model.refresh());
      },
      cut: () => {
        this.service.cut = !this.pick(2);
      },
      networkReturns: () => {
        this.service.cut = false;
        this.outbox.resume();
      },
      refuse: () => this.service.refusals.push([503, 403, 409][this.pick(3)]),
      lose: () => {
        this.service.lost = 1 + this.pick(2);
      }
    };

    /** Takes back what a message tells, and that alone. */
    async undoByMessage() {
      await this.settle();
      const {service} = this;
      const [id] = this.told.splice(this.pick(this.told.length), 1);
      const entry = this.log.entries.find((e) => e.id === id);
      if (!entry) return;
      const before = paths.map((p) => service.state(p));
      const waits = this.settle().then(() => ({outcome: 'waits'}));
      const {outcome} = await Promise.race([this.log.undo(id), waits]);
      await waits;
      if (outcome === 'none') this.fail('the message of a change does not take it back');
      const allowed = new Set([
        'assignee',
        ...(entry.touches.includes('workflow') || entry.touches.includes('assignee') ? ['workflow'] : []),
        ...entry.touches
      ]);
      paths.forEach((path, i) => {
        const after = service.state(path);
        for (const [name, was] of Object.entries(before[i]))
          if (
            after[name] !== was &&
            !(path === entry.file && allowed.has(name)) &&
            !(path === entry.file && name === 'workflow' && before[i].workflow === 'NEW')
          )
            this.fail(`the message of ${entry.words} of ${entry.file} changed ${name} of ${path}`);
      });
    }

    async settle() {
      await turn();
      await turn();
      if (this.broken) throw this.broken;
    }

    /** Reads the file that is shown, which must come to an end. */
    async read() {
      const reading = this.model.load({}).catch(() => {});
      if (
        (await Promise.race([
          reading,
          this.settle()
            .then(() => this.settle())
            .then(() => 'endless')
        ])) === 'endless'
      )
        this.fail('a reading waits for ever');
    }

    /** Fails where something that must always hold does not. */
    expectSound() {
      const {model, service} = this;
      for (const {path, text, ended} of this.texts)
        if (!ended && !service.stored.has(text) && !this.drafts.of(path).some((d) => d.text === text))
          this.fail(`${text}, typed in ${path}, is lost`);
      if (!model.data) return;
      const f = service.files.get(model.path);
      for (const row of model.rows) {
        if (row.saving) continue;
        const words = JSON.stringify(row.values.map((v) => v.value));
        if (!f.had[row.name].has(words))
          this.fail(`${row.name} of ${model.path} shows ${words}, which was never stored`);
        if (row.checked && !f.hadCheck.has(row.name + words))
          this.fail(`${row.name} of ${model.path} is shown as checked, and never was`);
      }
    }

    /** Fails unless the page shows what the service has, once all is quiet. */
    async expectTruth() {
      this.service.cut = false;
      this.service.lost = 0;
      this.service.refusals = [];
      for (let n = 0; n < 20 && this.outbox.changes.length; n++) {
        this.outbox.resume();
        await this.settle();
      }
      if (this.outbox.changes.length) this.fail('a change stays on its way');
      await this.read();
      const f = this.service.files.get(this.model.path);
      for (const row of this.model.rows) {
        const shown = JSON.stringify([row.values.map((v) => v.value), !!row.checked]);
        const is = this.service.state(this.model.path)[row.name];
        if (row.saving) this.fail(row.name + ' is marked for ever');
        if (shown !== is)
          this.fail(`${row.name} of ${this.model.path} shows ${shown}, and is ${is} (${f.workflowStatus})`);
      }
      this.expectSound();
    }
  }

  /** Runs one sequence. @param {number} seed @param {number} length of it */
  return async (seed, length) => {
    const visit = new Visit(seed);
    const done = [];
    const all = Object.keys(visit.steps);
    const often = ['type', 'type', 'type', 'save', 'save', 'openField', 'check', 'approve', 'goOn', 'networkReturns'];
    const kinds = [...all, ...often];
    try {
      await visit.settle();
      for (let n = 0; n < length; n++) {
        const kind = kinds[visit.pick(kinds.length)];
        done.push(kind);
        if (!visit.model.data) visit.steps.networkReturns();
        if (!visit.model.data) await visit.read();
        if (visit.model.data) visit.steps[kind]();
        if (visit.told.length && !visit.pick(6)) {
          done.push('undoByMessage');
          await visit.undoByMessage();
        }
        if (visit.pick(3)) await visit.settle();
        else await null;
        visit.expectSound();
      }
      await visit.settle();
      await visit.expectTruth();
    } catch (error) {
      throw new Error(`seed ${seed}: ${error.message}; after ${done.join(', ')}\n${error.stack}`);
    }
    return {texts: visit.texts.length, stored: visit.texts.filter((t) => visit.service.stored.has(t.text)).length};
  };
};
