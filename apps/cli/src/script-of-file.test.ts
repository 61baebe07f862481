import { describe, expect, it } from 'vitest'
import { runInThisContext } from 'node:vm'
import { divideFile } from '../script-of-file.js'

const names = { script: './a.cjs', runner: './runner.js' }

describe('a built file that is divided', () => {
  it('is a script with its lines where they were, and a module with its imports and exports', () => {
    const code = [
      'import { join as j } from "node:path";',
      'const load = () => import("./later.js");',
      'const here = import.meta.url;',
      'const text = "import.meta import(1)";',
      'export { load, here as place, text };',
    ].join('\n')
    const { script, module } = divideFile(code, names)
    expect(script.split('\n').slice(1, 4)).toEqual([
      'const load = () => importFrom("./later.js");',
      'const here = importMeta.url;',
      'const text = "import.meta import(1)";',
    ])
    expect(module).toContain('import { join as j } from "node:path";')
    expect(module).toContain('export { load, here as place, text };')
    const run = runInThisContext(script) as (...given: unknown[]) => Record<string, unknown>
    const made = run((path: string) => `loaded ${path}`, { url: 'file:///a.js' }, String)
    expect({ ...made, load: (made['load'] as () => string)() }).toEqual({
      load: 'loaded ./later.js',
      here: 'file:///a.js',
      text: 'import.meta import(1)',
    })
  })

  it('is refused if an export may change', () => {
    expect(() => divideFile('let count = 0;\nexport { count };\n', names)).toThrow('count may change')
  })
})
