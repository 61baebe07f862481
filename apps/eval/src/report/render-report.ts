import { createHash } from 'node:crypto'
import { headlineMeasure } from '../measures/headline-measure.js'
import type { Measure } from '../measures/measure.js'
import { groupSuites, type ReportRun } from './group-suites.js'
import { inlineJson } from './inline-json.js'
import { escapeHtml } from './markup.js'
import { encodePageData } from './page-data/encode-page-data.js'
import { reportMarker } from './report-marker.js'
import { renderGlossary } from './sections/glossary.js'
import { renderHeading, titleOf } from './sections/heading.js'
import { renderOverview } from './sections/overview.js'
import { renderQueryBrowser } from './sections/query-browser.js'
import { renderSuite } from './sections/suite-section.js'

/** What makes a page work: a script without imports, and a style sheet. */
export interface PageCode {
  readonly script: string
  readonly style: string
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Nothing is loaded, nothing is sent, and no script or style runs but ours. */
function policyOf({ script, style }: PageCode): string {
  return [
    "default-src 'none'",
    `script-src ${sourceOf(script)}`,
    `style-src ${sourceOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** What a report shows first, and with what. */
export interface ReportOptions {
  /** Those of rankings that stand in the foreground. */
  readonly measures: readonly Measure[]
  readonly code: PageCode
}

/** One page that needs nothing else: what ran, figures by suite, and every query to browse. */
export function renderReport(runs: readonly ReportRun[], { measures, code }: ReportOptions): string {
  const suites = groupSuites(runs)
  const headline = headlineMeasure(measures)
  const sections = [
    renderHeading(runs, suites),
    renderOverview(suites, headline),
    ...suites.map((suite, index) => renderSuite(suite, index, { headline, measures })),
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
${sections.map((section) => section?.markup ?? '').join('\n')}
</main>
<script id="page-data" type="application/json">${inlineJson(encodePageData(suites, headline.depth))}</script>
<script>${code.script}</script>
</body>
</html>
`
}
