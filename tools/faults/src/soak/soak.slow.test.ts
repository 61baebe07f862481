import { casesOf, repositoryRoot, runProcess } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { faultsOf, type Row } from './measure.ts'

it('a soak reports what grows, except for growth at the beginning', () => {
  const rowsOf = (max: number): Row[] =>
    Array.from({ length: 60 }, (_, minute) => {
      const [grown, seconds] = [Math.min(minute, max), 60 * (minute + 1)]
      const [memory, descriptors] = [{ serve: grown / 8 }, { serve: grown }]
      return { seconds, memory, resident: {}, descriptors, log: grown * 0.8, file: grown / 5 }
    })
  expect(faultsOf(rowsOf(9), 1)).toEqual([])
  const grown = ['memory of serve: 1.3 MB more in 10 minutes', 'file: 2.0 MB more in 10 minutes']
  expect(faultsOf(rowsOf(60), 1)).toEqual([...grown, 'descriptors of serve: 10 to 59', 'log: 8.8 MB'])
})

it.skipIf(process.platform !== 'linux')(
  'a short run of the program leaves no open descriptors and wrong answers',
  async () => {
    const args = ['tools/faults/soak.js', '--minutes', String(casesOf(60, 24) / 60)]
    const { stdout, stderr, exitCode } = await runProcess(args, { cwd: repositoryRoot })
    expect([exitCode, stderr, stdout]).toEqual([
      0,
      '',
      expect.stringMatching(/^No descriptor was left open/mu),
    ])
  },
)
