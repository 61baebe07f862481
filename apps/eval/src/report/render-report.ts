import { createHash } from 'node:crypto'
import { headlineMeasure } from '../measures/measure-table.js'
import type { Measure } from '../measures/ranking-measures.js'
import { encodePageData } from './encode-page-data.js'
import { escapeHtml } from './markup.js'
import { groupSuites, type ReportRun } from './report-suite.js'
import { renderChanges } from './sections/change-section.js'
import { renderConfidence } from './sections/confidence-section.js'
import { renderOverview } from './sections/heat-table.js'
import { renderGlossary, renderHeading, renderRuns, titleOf } from './sections/page-sections.js'
import { renderQueryBrowser } from './sections/query-browser.js'
import { renderSuite } from './sections/suite-section.js'
import { renderThresholds } from './sections/threshold-section.js'

/** The code of a page: a script without imports, and a style sheet. */
export interface PageCode {
  readonly script: string
  readonly style: string
}

/** Every report begins with this; `writeReport` replaces no other file. */
export const reportMarker = '<!doctype html><!-- recallite-eval report -->'

/** A page in one file that needs nothing else: what ran, the figures of each suite, and every query to browse. */
export function renderReport(
  runs: readonly ReportRun[],
  { measures, code }: { readonly measures: readonly Measure[]; readonly code: PageCode },
): string {
  const suites = groupSuites(runs)
  const headline = headlineMeasure(measures)
  const sections = [
    renderHeading(runs, suites),
    renderThresholds(runs),
    renderChanges(runs, headline),
    renderRuns(runs),
    renderOverview(suites, headline),
    ...suites.map((suite, index) => renderSuite(suite, index, { headline, measures })),
    renderConfidence(runs),
    renderQueryBrowser(headline.depth),
    renderGlossary(runs),
  ]
  return `${reportMarker}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(code)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(titleOf(suites))} – Recallite evaluation</title>
<style>${code.style}</style>
</head>
<body>
<main>
${sections.map((section) => section?.html ?? '').join('\n')}
</main>
<script id="page-data" type="application/json">${inlineJson(encodePageData(suites, headline.depth))}</script>
<script>${code.script}</script>
</body>
</html>
`
}

/** The page loads nothing and sends nothing, and runs only the script and the style sheet of this package. */
function policyOf({ script, style }: PageCode): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** A value as JSON for a script element: nothing in it ends the element or begins a comment or a tag. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
