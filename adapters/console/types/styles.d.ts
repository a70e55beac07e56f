// A style sheet that a module imports is the text of its rules.

declare module '*.css' {
  const rules: string;
  export default rules;
}

// Words come in parts: those that the frame draws first, with what loads those of a screen, and all others.

declare module '*?first' {
  const words: Record<string, string | Record<string, string>>;
  export default words;
  export const screens: Record<string, () => Promise<any>> | undefined;
}

declare module '*?rest' {
  const words: Record<string, string | Record<string, string>>;
  export default words;
}
