// Types that the sources use by their names, without an import: what the service answers, as the contract has it, and
// what modules give each other.

type Schemas = import('./contract').components['schemas'];

declare namespace Api {
  type Actor = Schemas['HistoryActor'];
  type Attention = Schemas['ComponentAttention'];
  type Box = Schemas['EntityBox'];
  type Candidate = Schemas['ComponentCandidate'];
  type Cell = Schemas['ComponentCell'];
  type Check = NonNullable<Schemas['ComponentCheck']>;
  type Column = Schemas['ComponentColumn'];
  type Component = Schemas['ComponentDetail'];
  type Components = Schemas['FileComponents'];
  type Definition = Schemas['ComponentDefinition'];
  type Dossier = Schemas['Dossier'];
  type DossierAttribute = Schemas['DossierAttributeDefinition'];
  type DossierPage = Schemas['DossierList'];
  type DossierStatus = Schemas['DossierStatusDefinition'];
  type Download = Schemas['DownloadStatus'];
  type Entity = Schemas['FileEntity'];
  type Entities = Pick<Schemas['FileEntities'], 'pages' | 'entities'>;
  type File = Schemas['FileStatus'];
  type FileAttribute = Schemas['FileAttributeDefinition'];
  type FilePage = Schemas['FileStatusList'];
  type FoundFile = Schemas['FileSummary'];
  type FoundPage = Schemas['FilePage'];
  type Override = NonNullable<Schemas['OverrideMade']>;
  type Position = Schemas['EntityPosition'];
  type Reason = Schemas['CandidateReason'];
  type Reference = Schemas['EntityReference'];
  type Report = Schemas['ReportTemplate'];
  type Template = Schemas['DossierTemplateRead'];
  type TrashEntry = Schemas['TrashEntry'];
  type Uploaded = Schemas['UploadResult'];
  type Value = Schemas['ComponentValue'];
  /** A value of an override, as an object. */
  type NewValue = {value?: string; cells?: {column: string; value: string}[]; basedOn?: string | null; places?: Position[]};
  type NewOverride = {name: string; componentValues: NewValue[]; note?: string};
}

/** What a listener in a template hears. */
type Heard = import('../assets/vendor/lit.js').Heard;
type Call = import('../assets/api.js').Call;
type Failed = import('../assets/api.js').Failure;
type LiveEvent = import('../assets/live.js').Event;
/** What the service is asked for, by name. */
type Query = Record<string, unknown>;
/** Words of a page, with their places. */
type FoundWords = {text: string; page: number; boxes: Api.Box[]};
/** A word that was chosen on a page; held with a key. */
type PickedWord = {word: string; place: {page: number; box: Api.Box}; held?: boolean};
/** A word of a page; folded is what it is compared by. */
type PageWord = import('../assets/parts/pages-near.js').Word & {folded?: string};

type AnyScreen = import('../assets/parts/base.js').Screen;
type DossierScreen = import('../assets/screens/dossier.js').Self;
type PagesElement = import('../assets/parts/pages.js').Self;

type Review = import('../assets/screens/review.js').Self;
type ReviewDraft = import('../assets/review/drafts.js').Draft;
type ReviewField = import('../assets/review/editor.js').Field;
type ReviewModel = import('../assets/review/review-model.js').ReviewModel;
type ReviewRow = import('../assets/review/rows.js').Row;
type ReviewValue = import('../assets/review/rows.js').Value;
type Seen = import('../assets/review/rows.js').Seen;
type Step = import('../assets/review/steps.js').Step;
/** What is asked before a step, and what takes it. */
type Questions = ReviewModel['questions'];
type Take = (approverId?: string) => Promise<boolean>;

type Grid = import('../assets/parts/grid.js').Grid;
type GridChange = import('../assets/parts/grid-changes.js').Change;
type GridColumn = import('../assets/parts/grid.js').Source['columns'][number];
type GridDraft = import('../assets/parts/grid-draft.js').Draft;
type GridRange = {top: number; bottom: number; left: number; right: number};
type GridRow = import('../assets/parts/grid-changes.js').Row;
type GridSource = import('../assets/parts/grid.js').Source;
type LinesOwner = import('../assets/parts/line-items.js').Owner;

type Table = import('../assets/screens/table.js').Self;
type TableColumn = import('../assets/parts/table-rows.js').Column;
type TableRow = import('../assets/parts/table-rows.js').Row;

/**
 * What a review has loaded and draws, null for what it has not; boxes are 0 those of components, 1 of all that counts, 2
 * of all that was marked; windowAt is the first of many rows; textOf is the file whose text is looked for.
 */
type ReviewLook = {
  thumbs: typeof import('../assets/parts/thumbs.js').thumbsView | null;
  boxes: number;
  windowAt: number;
  edit: typeof import('../assets/parts/edit.js') | null;
  empty: typeof import('../assets/parts/empty.js') | null;
  panelView?: typeof import('../assets/parts/panel-view.js').panelView;
  textOf?: string;
};
type ReviewDrawn = {
  fresh?: boolean;
  rows?: ReviewRow[];
  field?: ReviewField | null;
  entityMarks?: (entities: Api.Entity[], all: boolean) => import('../assets/parts/pages.js').Mark[];
};
/** What is done by its name: what else each takes, it says itself. */
type ReviewActs = Record<string, (review: Review, ...how: any[]) => unknown>;
