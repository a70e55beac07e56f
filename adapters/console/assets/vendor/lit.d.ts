// What the console uses of Lit, as far as types say anything of it.

export type Template = {strings: TemplateStringsArray; values: unknown[]};
/** What a listener in a template hears: the template names the event, so it has what any of them has. */
export type Heard = MouseEvent &
  KeyboardEvent &
  InputEvent &
  SubmitEvent &
  ClipboardEvent &
  PointerEvent &
  ToggleEvent &
  CustomEvent<any> & {readonly target: HTMLInputElement; readonly currentTarget: HTMLElement};
/** What stands in a template: a function is a listener, unless it says what it takes. */
export type Hole =
  | ((event: Heard) => unknown)
  | object
  | string
  | number
  | boolean
  | symbol
  | null
  | undefined
  | void;
export declare function html(strings: TemplateStringsArray, ...values: Hole[]): Template;
export declare function svg(strings: TemplateStringsArray, ...values: Hole[]): Template;
export declare const nothing: unique symbol;
export declare function render(what: unknown, into: HTMLElement): unknown;
export declare function repeat<T>(
  items: Iterable<T>,
  key: (item: T, index: number) => unknown,
  draw: (item: T, index: number) => unknown
): object;
export declare function classMap(classes: Record<string, unknown>): object;
export declare function live(value: unknown): object;
export declare class LitElement extends HTMLElement {
  readonly updateComplete: Promise<boolean>;
  readonly hasUpdated: boolean;
  createRenderRoot(): HTMLElement | DocumentFragment;
  requestUpdate(): void;
  connectedCallback(): void;
  disconnectedCallback(): void;
  protected willUpdate(changed: Map<PropertyKey, unknown>): void;
  protected firstUpdated(changed: Map<PropertyKey, unknown>): void;
  protected updated(changed: Map<PropertyKey, unknown>): void;
  protected render(): unknown;
}
