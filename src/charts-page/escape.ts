/** Writes HTML. Texts of theses are of anybody's making, so every text passes through `escapeHtml`. */
import { safeText } from '../core/text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns a text as HTML, for elements and quoted attributes. Control characters become visible. */
export function escapeHtml(text: string): string {
  return safeText(text).replace(/[&<>"']/g, (one) => ENTITIES[one]!);
}
