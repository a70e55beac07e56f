// The main job through the client that openapi-generator makes for TypeScript.
import {
  ComponentsApi, Configuration, DossierTemplatesApi, DossiersApi, DownloadPackagesApi, FilesApi, ResponseError,
} from '../generated/fetch';
import { equal, ok, rejects, sample, setting, until } from './job';

// For oauth2 the generated code takes the whole header, for bearer the token alone.
const accessToken = async (scheme?: string) => (scheme === 'oauth2' ? 'Bearer ' : '') + setting('TOKEN');
const c = new Configuration({ basePath: setting('URL'), accessToken });
const templates = new DossierTemplatesApi(c), dossiers = new DossiersApi(c), files = new FilesApi(c);
const components = new ComponentsApi(c), packages = new DownloadPackagesApi(c);

const template = (await templates.listDossierTemplates()).dossierTemplates.find((t) => t.id === setting('TEMPLATE'));
ok(template, 'the template of the demo is listed');
const dossier = await dossiers.createOrUpdateDossier({ dossierTemplateId: template.id, dossierRequest: { name: `fetch ${Date.now()}` } });
ok(dossier.date instanceof Date, 'dates are dates');
const inDossier = { dossierTemplateId: template.id, dossierId: dossier.id };
const fileId = (await files.uploadFile({ ...inDossier, file: sample() })).fileIds[0]!;
const inFile = { ...inDossier, fileId };
await until('the file is processed', async () => (await files.getFileStatus(inFile)).processingStatus === 'PROCESSED');
const found = await components.getFileComponents({ ...inFile, includeDetails: true });
equal(found.filename, '1-classic.pdf');
equal(found.components['Invoice_Number'], ['NT-2024-0117']);
await components.addComponentOverrides({ ...inFile, overrideRequest: { name: 'Invoice_Number', componentValues: [{ value: 'NT-1' }] } });
equal((await components.getFileComponents(inFile)).components['Invoice_Number'], ['NT-1']);
equal((await components.listComponentOverrides(inFile)).componentOverrideModels.map((m) => m.name), ['Invoice_Number']);
const asked = await packages.createFileDownload({ ...inFile, downloadRequest: { downloadFileTypes: new Set(['ORIGINAL']) } });
await until('the package is ready', async () => (await packages.getDownloadStatus({ downloadId: asked.id })).status === 'READY');
const zip = new Uint8Array(await (await packages.fetchDownload({ downloadId: asked.id })).arrayBuffer());
equal(String.fromCharCode(...zip.slice(0, 2)), 'PK');
await dossiers.deleteDossier({ ...inDossier, deletePermanently: true });
await rejects(dossiers.getDossier(inDossier), (e) => e instanceof ResponseError && e.response.status === 404);
console.log('   typescript-fetch: the main job is done');
