import { repositoryRoot, runProcess } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { faultsOf, type Row } from './measure.ts'

const rowsOf = (row: (minute: number) => Partial<Row>): Row[] =>
  Array.from({ length: 60 }, (_, index) => {
    const usual = {
      memory: { serve: index < 9 ? 20 * index : 200 },
      descriptors: { serve: 40 + (index % 4) },
    }
    return { seconds: 60 * (index + 1), log: 4, file: 1, ...usual, ...row(index) }
  })

it.each([
  ['nothing', () => ({}), []],
  [
    'memory',
    (minute: number) => ({ memory: { serve: minute / 8 } }),
    ['memory of serve: 1.3 MB more in 10 minutes'],
  ],
  [
    'a count of descriptors',
    (minute: number) => ({ descriptors: { serve: minute } }),
    ['descriptors of serve: 10 to 59'],
  ],
  ['the log', (minute: number) => ({ log: minute / 5 }), ['log: 8.2 MB']],
  ['the file', (minute: number) => ({ file: minute / 5 }), ['file: 2.0 MB more in 10 minutes']],
])('says so if %s grows', (_, row, faults) => {
  expect(faultsOf(rowsOf(row), 1)).toEqual(faults)
})

it.skipIf(process.platform !== 'linux')(
  'finds nothing that grows much in a minute of the program',
  async () => {
    const args = ['tools/faults/soak.js', '--minutes', '1', '--slope', '300']
    const { stdout, stderr, exitCode } = await runProcess(args, { cwd: repositoryRoot })
    expect([exitCode, stderr, stdout]).toEqual([
      0,
      '',
      expect.stringMatching(/Nothing grew, and no answer was wrong\.\n$/u),
    ])
  },
)
