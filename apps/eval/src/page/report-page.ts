import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '@recallite/command-line'
import type { Report } from '@recallite/ui/api'
import { pageFolder } from '../package.js'

/** The beginning of every report. `recallite-eval report` only overwrites such files. */
export const reportMarker = '<!doctype html><!-- recallite-eval report -->'

/** A self-contained page: the app in apps/ui with its data. It loads and sends nothing. */
export function renderPage(report: Report): string {
  const style = readPageFile('app.css')
  const code = readPageFile('app.js').replaceAll(/<(?=!--|\/?script)/giu, String.raw`\x3C`)
  const sources = `script-src '${hashOf(code)}'; style-src '${hashOf(style)}'; img-src data:`
  const limits = "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
  return `${reportMarker}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${sources}; ${limits}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Recallite report</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. The page is self-contained: it loads nothing from other hosts.</noscript>
<script type="application/json" id="report">${scriptText(report)}</script>
<script type="application/json">${scriptText(JSON.parse(readPageFile('third-party-notices.json')))}</script>
<script type="module">${code}</script>
</body>
</html>
`
}

/** JSON that cannot close the script element. Escapes invisible characters. */
function scriptText(value: unknown): string {
  const json = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'number') return Number(part.toFixed(3))
    return typeof part === 'string' ? printable(part.toWellFormed(), { keepLines: true }) : part
  })
  return json.replaceAll('<', String.raw`\u003c`)
}

const readPageFile = (name: string): string => readFileSync(join(pageFolder, name), 'utf8')

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
