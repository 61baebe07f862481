import { expect, it } from 'vitest'
import { renderTable } from './table.js'

it('shows what was measured, and where it failed', () => {
  const installed = { megabytes: 12.34, packages: 3, seconds: 4.56 }
  const rows = [
    { name: 'good', installed, exampleSeconds: 0.72 },
    { name: 'example', installed },
    { name: 'npm' },
  ]
  expect(renderTable(rows).split('\n')).toEqual([
    '| package | MB installed | packages | s to install | s of the example |',
    '|---------|-------------:|---------:|-------------:|-----------------:|',
    '| good    |         12.3 |        3 |          4.6 |              0.7 |',
    '| example |         12.3 |        3 |          4.6 |           failed |',
    '| npm     |       failed |          |              |                  |',
  ])
})
