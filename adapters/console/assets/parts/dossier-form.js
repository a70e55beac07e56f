// @ts-check
// Creating and changing a dossier: its names, its people, its status and its attributes; and asking for a package of
// it.

import {html, nothing, repeat} from '../vendor/lit.js';
import {call, dossierPath, get, put} from '../api.js';
import {formatTime, t} from '../i18n.js';
import {go, personName, session} from './context.js';
import {openForm} from './dialogs.js';
import {loadTemplates, valueField} from './dossiers.js';
import './people-field.js';
import './picture.js';

/** @param {string | null | undefined} iso */
const dayOf = (iso) => (iso ? iso.slice(0, 10) : '');

/** The field that a refusal is about, by how the sentence of the service begins. */
const fields = [
  [/name/i, 'name'],
  [/^description/, 'description'],
  [/^dueDate/, 'due'],
  [/^memberIds|^Unknown user/, 'members'],
  [/^approverIds/, 'approvers'],
  [/^reportTemplateIds|^Unknown report/, 'reports'],
  [/status/, 'status']
];

/**
 * Things to be chosen from.
 * @param {{id: string, words: string}[]} choices
 * @param {(id: string) => boolean} isChosen
 * @param {string} name
 * @param {string} words
 */
const choicesField = (name, words, choices, isChosen) =>
  html`<fieldset>
    <legend>${words}</legend>
    <div class="choices tall">
      ${repeat(
        choices,
        (c) => c.id,
        (c) =>
          html`<label class="line">
            <input type="checkbox" name=${name} value=${c.id} ?checked=${isChosen(c.id)} />${c.words}</label
          >`
      )}
    </div>
  </fieldset>`;

/**
 * People to be chosen, by a few letters of their names.
 * @param {string[]} chosen who they are at first
 * @param {string} name
 * @param {string} words
 */
export const peopleField = (name, chosen, words, isFirst = false) =>
  html`<dk-people .name=${name} .words=${words} .value=${chosen} .isFirst=${isFirst}></dk-people>`;

/** The reports that a template can make of files. @param {string | undefined} template */
export const readReports = (template) =>
  template
    ? get(`/dossier-templates/${template}/report-templates`).then((a) => a.reportTemplates)
    : Promise.resolve([]);

/** Reads a dossier as it is now, with its version and what it can have. @param {Api.Dossier} d */
async function readDossier(d) {
  const template = '/dossier-templates/' + d.dossierTemplateId;
  const [now, reports, statuses, attributes] = await Promise.all([
    get(dossierPath(d), {}, {as: 'answer'}),
    readReports(d.dossierTemplateId),
    ...['status', 'attribute'].map((of) => get(`${template}/dossier-${of}-definitions`))
  ]);
  return {
    dossier: now.body,
    version: now.version,
    reports,
    statuses: statuses.dossierStatusDefinitions,
    attributes: attributes.dossierAttributeDefinitions.filter((/** @type {Api.DossierAttribute} */ a) => a.editable)
  };
}

/** The field of an attribute. @param {Api.DossierAttribute} a @param {string} value */
const attributeField = (a, value) =>
  a.type !== 'IMAGE'
    ? html`<label>${a.name}${valueField(a, value, 'attribute-' + a.id)}</label>`
    : html`<div class="picture">
        <strong>${a.name}</strong><dk-picture title=${a.name} .name=${'attribute-' + a.id} .value=${value}></dk-picture>
      </div>`;

/** Who changed a dossier last, and when, in words; empty for those who may not know. @param {Api.Dossier} d */
const readLastChange = (d) =>
  get(dossierPath(d) + '/history', {limit: 1, order: 'desc'}).then(
    ({events: [e]}) => `${e.actor.username}, ${formatTime(e.time)}`,
    () => ''
  );

/**
 * What differs between two versions of a dossier: the name of each field with what the other one has.
 * @param {Api.Dossier} before
 * @param {Api.Dossier} now
 */
function differencesOf(before, now) {
  const words = (/** @type {Api.Dossier} */ d) => ({
    [t('dossiers.name')]: d.name,
    [t('dossiers.description')]: d.description ?? '',
    [t('dossiers.due')]: dayOf(d.dueDate),
    [t('dossiers.members')]: d.memberIds.map(personName).join(', ')
  });
  const was = words(before);
  return Object.entries(words(now)).filter(([name, value]) => was[name] !== value);
}

/**
 * Opens the form of a dossier, or of a new one in one of some templates. Returns the dossier that
 * was stored, undefined for none.
 * @param {any} dossier @param {any[]} [templates]
 * @returns {Promise<any>}
 */
export async function openDossierForm(dossier, templates = []) {
  let known = dossier
    ? await readDossier(dossier)
    : {dossier: null, version: '', reports: await readReports(templates[0]?.id), statuses: [], attributes: []};
  const atFirst = {members: [session.id], approvers: []};
  /** @type {any} what somebody else has stored meanwhile, and who */
  let theirs = null;
  const store = async (/** @type {FormData} */ f, /** @type {(body: object) => string} */ keyFor) => {
    const d = known.dossier;
    const due = f.get('due') ? new Date(String(f.get('due'))).toISOString() : null;
    const body = {
      name: f.get('name'),
      description: f.get('description'),
      memberIds: f.getAll('members'),
      approverIds: f.getAll('approvers'),
      ...(known.reports.length ? {reportTemplateIds: f.getAll('reports')} : {}),
      dueDate: d && dayOf(d.dueDate) === f.get('due') ? d.dueDate : due,
      ...(d ? {id: d.id, dossierStatusId: f.get('status') || null} : {})
    };
    const stored = await call('POST', `/dossier-templates/${d?.dossierTemplateId ?? f.get('template')}/dossiers`, {
      body,
      ...(d ? {match: known.version} : {key: keyFor(body)})
    }).catch(async (error) => {
      if (error.status === 412) theirs = {...(await readDossier(d)), change: await readLastChange(d)};
      throw error;
    });
    const values = Object.fromEntries(
      known.attributes
        .map((/** @type {Api.DossierAttribute} */ a) => [a.id, String(f.get('attribute-' + a.id))])
        .filter((/** @type {string[]} */ [id, v]) => v !== (d?.dossierAttributes.attributeIdToValue[id] ?? ''))
    );
    if (!Object.keys(values).length) return stored;
    known.version = (await readDossier(stored)).version; // what follows may fail, and be sent again
    await put(dossierPath(stored) + '/attributes', {attributeIdToValue: values});
    return stored;
  };
  const changeTemplate = async (/** @type {string} */ template, /** @type {() => void} */ redraw) => {
    known = {...known, reports: []};
    redraw();
    const reports = await readReports(template).catch(() => []);
    const field = /** @type {HTMLSelectElement | null} */ (document.querySelector('dialog[open] [name=template]'));
    if (field?.value === template) known = {...known, reports};
    redraw();
  };
  const stale = (/** @type {() => void} */ clear) =>
    html`<div class="banner error" role="alert">
      ${t('dossier.stale')} ${theirs.change}
      ${differencesOf(known.dossier, theirs.dossier).map(
        ([name, value]) => html`<br />${name}: <strong>${value}</strong>`
      )}
      <button
        type="button"
        @click=${(e) => {
          const form = /** @type {HTMLFormElement} */ (e.target.form);
          known = theirs;
          clear();
          form.reset();
        }}
      >
        ${t('review.theirs')}
      </button>
      <button
        type="button"
        @click=${() => {
          known = {...known, version: theirs.version};
          clear();
        }}
      >
        ${t('review.mine')}
      </button>
    </div>`;
  return openForm(dossier ? t('dossier.edit') : t('dossiers.create'), {
    action: t(dossier ? 'action.save' : 'dossiers.create'),
    store,
    names: personName(dossier?.ownerId),
    isReady: () => !!dossier || templates.length > 0,
    fieldOf: (failure) =>
      failure.status === 412
        ? 'version'
        : (known.attributes
            .filter((/** @type {Api.DossierAttribute} */ a) => failure.message.includes(a.name))
            .map((/** @type {Api.DossierAttribute} */ a) => a.id)[0] ??
          fields.find(([words]) => new RegExp(words).test(failure.message))?.[1] ??
          ''),
    fields: ({beside, clear, redraw, failure}) => {
      const d = known.dossier;
      return html`${failure?.status === 412 ? stale(clear) : nothing}
        ${
          d
            ? nothing
            : html`${templates.length ? nothing : html`<p class="banner">${t('dossiers.no-template')}</p>`}
                <label
                  >${t('dossiers.template')}<select
                    name="template"
                    required
                    @change=${(e) => changeTemplate(e.target.value, redraw)}
                  >
                    ${templates.map((tpl) => html`<option value=${tpl.id}>${tpl.name}</option>`)}
                  </select></label
                >`
        }
        <label
          >${t('dossiers.name')}<input
            name="name"
            required
            maxlength="255"
            autocomplete="off"
            autofocus
            value=${d?.name ?? ''} /></label
        >${beside('name')}
        <label
          >${t('dossiers.description')}<textarea
            name="description"
            rows="2"
            maxlength="4000"
            .defaultValue=${d?.description ?? ''}
          ></textarea></label
        >${beside('description')}
        <label>${t('dossiers.due')}<input name="due" type="date" value=${dayOf(d?.dueDate)} /></label>${beside('due')}
        ${
          known.statuses.length
            ? html`<label
                  >${t('dossiers.status')}<select name="status">
                    <option value="">${t('dossier.no-status')}</option>
                    ${known.statuses.map(
                      (/** @type {Api.DossierStatus} */ s) =>
                        html`<option value=${s.id} ?selected=${s.id === d?.dossierStatusId}>${s.name}</option>`
                    )}
                  </select></label
                >${beside('status')}`
            : nothing
        }
        ${known.attributes.map(
          (/** @type {Api.DossierAttribute} */ a) =>
            html`${attributeField(a, d?.dossierAttributes.attributeIdToValue[a.id] ?? '')}${beside(a.id)}`
        )}
        ${peopleField(
          'members',
          d?.memberIds ?? atFirst.members,
          t('dossiers.members')
        )}${beside('members')}${peopleField(
          'approvers',
          d?.approverIds ?? atFirst.approvers,
          t('dossier.approvers')
        )}${beside('approvers')}
        ${
          known.reports.length
            ? choicesField(
                'reports',
                t('dossier.reports'),
                known.reports.map((/** @type {Api.Report} */ r) => ({id: r.id, words: r.name})),
                (id) =>
                  d
                    ? d.reportTemplateIds.includes(id)
                    : known.reports.some((/** @type {Api.Report} */ r) => r.id === id && r.activeByDefault)
              )
            : nothing
        }${beside('reports')}`;
    }
  });
}

/** Asks for a new dossier in one of the templates that can have one, and goes there. */
export async function createDossier() {
  const made = await openDossierForm(
    null,
    (await loadTemplates()).filter((tpl) => tpl.status === 'ACTIVE')
  );
  if (made) go('/dossiers/' + made.id);
}
