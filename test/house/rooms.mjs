#!/usr/bin/env node
/** Prints the rooms of `src`: files per folder, arrows between rooms, upward arrows and circles. */
import {
  arrowsBetweenWings,
  arrowText,
  BUILDINGS,
  circlesIn,
  countFilesByFolder,
  listArrows,
  listCodeFiles,
  neighboursOf,
  overfullFolders,
  roomArrows,
  roomOf,
  upwardArrows,
} from './import-graph.mjs';

const files = listCodeFiles().filter((file) => !file.startsWith('generated/'));
const arrows = listArrows(files);

console.log('Files per folder');
for (const [folder, count] of countFilesByFolder(files))
  console.log(`  ${String(count).padStart(4)}  ${folder}`);

for (const building of BUILDINGS) {
  const { below } = building;
  const between = roomArrows(below, arrows);
  const rooms = new Set(files.flatMap((file) => roomOf(below, file) ?? []));
  const next = neighboursOf(rooms, between);
  console.log(`\nArrows between the rooms of src${below === '' ? '' : `/${below}`}`);
  for (const [room, targets] of [...next].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (targets.size > 0) console.log(`  ${room} -> ${[...targets].sort().join(', ')}`);
  }
  const upward = upwardArrows(building, arrows);
  const circles = circlesIn(next);
  const count = [...next.values()].reduce((sum, targets) => sum + targets.size, 0);
  console.log(`  ${rooms.size} rooms, ${count} arrows, ${upward.length} upward, ${circles.length} circles`);
  for (const arrow of upward) console.log(`  upward: ${arrowText(arrow)}`);
  for (const circle of circles) console.log(`  circle: ${circle.join(', ')}`);
}

for (const arrow of arrowsBetweenWings(arrows)) console.log(`  between wings: ${arrowText(arrow)}`);

const fileCircles = circlesIn(neighboursOf(files, arrows));
console.log(`\n${files.length} files, ${arrows.length} imports, ${fileCircles.length} circles between files`);
for (const line of overfullFolders(files)) console.log(`  ${line}`);
