/**
 * Stands in the bundle for the plug-ins of Streamdown that read HTML. `prose/markdown.tsx` uses none of them, since
 * HTML is shown as the text it is; without this they, and a parser of HTML, would be fetched by every reader.
 */
export function noHtml(): never {
  throw new Error('HTML in Markdown is never read');
}

/** As `rehype-harden` names it. */
export const harden = noHtml;
/** As `rehype-sanitize` names it. */
export const defaultSchema = { attributes: {}, tagNames: [], protocols: {} };

// biome-ignore lint/style/noDefaultExport: the packages this stands for have one
export default noHtml;
