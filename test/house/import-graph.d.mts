/** Types of `import-graph.mjs`, where each function is described. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}
export interface Building {
  readonly below: string;
  readonly floors: readonly (readonly string[])[];
  readonly neighbours: ReadonlySet<string>;
}
export const SRC: string;
export const BUILDINGS: readonly Building[];
export function arrowsBetweenWings(arrows: readonly Arrow[]): readonly Arrow[];
export function arrowText(arrow: Arrow): string;
export function listCodeFiles(): readonly string[];
export function importsOf(file: string): readonly string[];
export function listArrows(files: readonly string[]): readonly Arrow[];
export function roomOf(below: string, file: string): string | undefined;
export function filesWithoutFloor(building: Building, files: readonly string[]): readonly string[];
export function upwardArrows(building: Building, arrows: readonly Arrow[]): readonly Arrow[];
export function circlesIn(next: ReadonlyMap<string, Iterable<string>>): readonly (readonly string[])[];
export function neighboursOf(nodes: Iterable<string>, arrows: readonly Arrow[]): Map<string, Set<string>>;
export function roomArrows(below: string, arrows: readonly Arrow[]): readonly Arrow[];
export function overfullFolders(files: readonly string[]): readonly string[];
