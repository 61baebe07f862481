/** The style sheet of reports, for light and dark screens and for paper. */
export const style = `
:root { color-scheme: light dark; --ink: #1d1d1b; --paper: #fcfcfa; --muted: #62625c; --rule: #e2e0d9; --good: #1a7343; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e7e1; --paper: #1a1918; --muted: #a19f97; --rule: #34332f; --good: #6cc894; }
}
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.verdict { font-size: 1.25rem; }
.note, .about { color: var(--muted); font-size: 0.875rem; }
.scroll { overflow-x: auto; margin-top: 2rem; }
table { border-collapse: collapse; font-size: 0.875rem; overflow-wrap: normal; }
caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
th:first-child { text-align: left; }
details { border-bottom: 1px solid var(--rule); padding: 0.25rem 0; }
summary { cursor: pointer; }
pre { white-space: pre-wrap; font-size: 0.8125rem; }
mark { background: none; color: var(--good); font-weight: 600; }
`
