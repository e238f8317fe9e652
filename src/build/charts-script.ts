/** Bundles what a page with charts runs in the browser into one text, which is written into each such page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { replaceFile } from './replace-file.ts';

const DECLARATION = `/** The script of a page with charts, with lightweight-charts and uPlot in it. */
export declare const chartsScript: string;
/** The style that uPlot needs. */
export declare const chartsStyle: string;
`;

/** Writes `charts-script.js` and its declarations. `modules` is the folder of the packages. */
export async function writeChartsScript(root: string, modules: string, generated: string): Promise<void> {
  const licence = await readFile(join(modules, 'uplot/LICENSE'), 'utf8');
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, 'src/charts-page/browser/page.mjs')],
    write: false,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: true,
    // The notices of the packages' licences stay in the page; two packages have none in their code.
    legalComments: 'inline',
    banner: {
      js: `/*!
uPlot

${licence}

fancy-canvas: MIT licence
*/`,
    },
    nodePaths: [modules],
    logLevel: 'warning',
  });
  const script = outputFiles[0]!.text;
  const style = await readFile(join(modules, 'uplot/dist/uPlot.min.css'), 'utf8');
  for (const text of [script, style]) checkInline(text);
  const module = `export const chartsScript = ${JSON.stringify(script)};\nexport const chartsStyle = ${JSON.stringify(style)};\n`;
  await replaceFile(join(generated, 'charts-script.js'), module);
  await replaceFile(join(generated, 'charts-script.d.ts'), DECLARATION);
}

/** Throws for a text that a browser would read otherwise within a page than in a file of its own. */
function checkInline(text: string): void {
  const found = /<\/(?:script|style)|<!--|\r/i.exec(text);
  if (found !== null) throw new Error(`a script or style of a page contains ${JSON.stringify(found[0])}`);
}
