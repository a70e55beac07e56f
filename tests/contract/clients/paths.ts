// The main job through the types that openapi-typescript makes, and the client that is made for them.
import createClient from 'openapi-fetch';
import type { paths } from '../generated/contract';
import { equal, ok, sample, setting, until } from './job';

const api = createClient<paths>({ baseUrl: setting('URL'), headers: { Authorization: `Bearer ${setting('TOKEN')}` } });

function want<T>(r: { data?: T; response: Response }): NonNullable<T> {
  ok(r.data !== undefined && r.data !== null, `${r.response.url} answers ${r.response.status}`);
  return r.data as NonNullable<T>;
}

const { dossierTemplates } = want(await api.GET('/api/dossier-templates'));
const template = dossierTemplates.find((t) => t.id === setting('TEMPLATE'));
ok(template, 'the template of the demo is listed');
const ofTemplate = { dossierTemplateId: template.id };
const dossier = want(await api.POST('/api/dossier-templates/{dossierTemplateId}/dossiers', {
  params: { path: ofTemplate }, body: { name: `paths ${Date.now()}` },
}));
const ofDossier = { ...ofTemplate, dossierId: dossier.id };
const form = new FormData();
form.append('file', sample());
const { fileIds } = want(await api.POST('/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files', {
  params: { path: ofDossier }, body: { file: '' }, bodySerializer: () => form,
}));
const path = { ...ofDossier, fileId: fileIds[0]! };
const file = '/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}';
await until('the file is processed', async () => want(await api.GET(file, { params: { path } })).processingStatus === 'PROCESSED');
const found = want(await api.GET(`${file}/components`, { params: { path } }));
ok(typeof found !== 'string', 'the components are JSON, unless XML is asked for');
equal(found.components['Invoice_Number'], ['NT-2024-0117']);
const asked = want(await api.POST(`${file}/downloads`, { params: { path }, body: { downloadFileTypes: ['ORIGINAL'] } }));
const ofPackage = { params: { path: { downloadId: asked.id } } };
await until('the package is ready', async () => want(await api.GET('/api/downloads/{downloadId}', ofPackage)).status === 'READY');
const zip = want(await api.GET('/api/downloads/{downloadId}/content', { ...ofPackage, parseAs: 'arrayBuffer' }));
equal(String.fromCharCode(...new Uint8Array(zip as ArrayBuffer).slice(0, 2)), 'PK');
const dossierPath = '/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}';
await api.DELETE(dossierPath, { params: { path: ofDossier, query: { deletePermanently: true } } });
const gone = await api.GET(dossierPath, { params: { path: ofDossier } });
equal([gone.response.status, gone.error && 'code' in gone.error && gone.error.code], [404, 'dossier_not_found']);
console.log('   openapi-typescript: the main job is done');
