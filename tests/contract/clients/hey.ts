// The main job through the client that hey-api makes.
import { client } from '../generated/hey/client.gen';
import * as api from '../generated/hey/sdk.gen';
import { equal, ok, rejects, sample, setting, until } from './job';

client.setConfig({ baseUrl: setting('URL'), auth: () => setting('TOKEN'), throwOnError: true });

const templates = (await api.listDossierTemplates<true>({})).data.dossierTemplates;
const template = templates.find((t) => t.id === setting('TEMPLATE'));
ok(template, 'the template of the demo is listed');
const ofTemplate = { dossierTemplateId: template.id };
const dossier = (await api.createOrUpdateDossier<true>({ path: ofTemplate, body: { name: `hey ${Date.now()}` } })).data;
const path = { ...ofTemplate, dossierId: dossier.id };
const fileId = (await api.uploadFile<true>({ path, body: { file: sample() } })).data.fileIds[0]!;
const ofFile = { ...path, fileId };
await until('the file is processed', async () => (await api.getFileStatus<true>({ path: ofFile })).data.processingStatus === 'PROCESSED');
const found = (await api.getFileComponents<true>({ path: ofFile, query: { includeDetails: true } })).data;
equal(found.filename, '1-classic.pdf');
equal(found.components['Invoice_Number'], ['NT-2024-0117']);
await api.addComponentOverrides<true>({ path: ofFile, body: { name: 'Invoice_Number', componentValues: [{ value: 'NT-1' }] } });
equal((await api.getFileComponents<true>({ path: ofFile })).data.components['Invoice_Number'], ['NT-1']);
equal((await api.listComponentOverrides<true>({ path: ofFile })).data.componentOverrideModels.map((m) => m.name), ['Invoice_Number']);
const asked = (await api.createFileDownload<true>({ path: ofFile, body: { downloadFileTypes: ['ORIGINAL'] } })).data;
const ofPackage = { downloadId: asked.id };
await until('the package is ready', async () => (await api.getDownloadStatus<true>({ path: ofPackage })).data.status === 'READY');
const zip = new Uint8Array(await ((await api.fetchDownload<true>({ path: ofPackage, parseAs: 'blob' })).data as Blob).arrayBuffer());
equal(String.fromCharCode(...zip.slice(0, 2)), 'PK');
await api.deleteDossier<true>({ path, query: { deletePermanently: true } });
await rejects(api.getDossier<true>({ path }), (e) => (e as { message?: string }).message === 'Dossier not found');
console.log('   hey-api: the main job is done');
