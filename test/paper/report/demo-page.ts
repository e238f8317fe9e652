/** The page that a browser opens: the report of the scenario of the tests. */
import { runScenario } from '../../../src/paper/engine/moments.ts';
import { reportPage } from '../../../src/paper/report/report.ts';
import { demoScenario } from './demo-scenario.ts';

/** Returns the page as HTML. */
export function demoPage(): string {
  const scenario = demoScenario();
  return reportPage(scenario, runScenario(scenario));
}
