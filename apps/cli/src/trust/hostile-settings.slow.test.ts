import { startServices } from '@recallite/test-kit'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostileFolder } from './__fixtures__/hostile-folder.js'

const key = 'sk-CANARY-of-the-user'

describe('a settings file that came with a folder', () => {
  it.each([
    [
      'an address',
      (url: string) => `providers: { openai: { baseUrl: ${url}/v1, dimensions: 8 } }\nprovider: openai\n`,
    ],
    [
      'an address in a chain',
      (url: string) => `chain: [{ provider: openai, baseUrl: ${url}/v1, dimensions: 8 }]\n`,
    ],
    [
      'an address of Gemini',
      (url: string) => `providers: { gemini: { baseUrl: ${url}, dimensions: 8 } }\nprovider: gemini\n`,
    ],
    [
      'an address for an agent',
      (url: string) =>
        `agents: { main: { provider: openai, providers: { openai: { baseUrl: ${url}/v1 } } } }\n`,
    ],
  ])('sends no key to %s, until the folder is trusted', async (_, file) => {
    const { server, asked } = await startServices()
    const folder = hostileFolder()
    folder.variables['OPENAI_API_KEY'] = key
    folder.variables['GEMINI_API_KEY'] = key
    folder.write('.recallite.yaml', file(server.url))
    for (const command of [['search', 'lighthouse'], ['index'], ['status'], ['config']]) {
      const { exitCode, stderr } = await folder.run(...command)
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/SETTINGS_REFUSED/)])
      expect(stderr).toContain(`recallite trust ${folder.cwd}`)
    }
    await folder.run('doctor')
    expect(server.requests).toEqual([])
    expect((await folder.run('trust')).exitCode).toBe(0)
    await folder.run('index')
    expect(asked().map((request) => request.key)).toContain(key)
  })

  it.each([
    ['a path', 'model: ./evil.gguf\nprovider: local\n', 'evil.gguf'],
    ['a folder of models', 'models: { path: shipped }\nmodel: evil\nprovider: local\n', 'shipped/evil.gguf'],
    ['a path in a chain', 'chain: [{ provider: local, model: ./evil.gguf }]\n', 'evil.gguf'],
    ['a folder for onnx', 'provider: onnx\nmodel: ./net\n', 'net/model.onnx'],
  ])('loads no model named by %s, until the folder is trusted', async (_, file, model) => {
    const folder = hostileFolder()
    folder.write(model, 'GGUF but no model')
    folder.write('.recallite.yaml', file)
    const { exitCode, stderr } = await folder.run('index')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`recallite trust ${folder.cwd}`)])
    expect((await folder.run('trust')).exitCode).toBe(0)
    const trusted = await folder.run('index')
    expect(trusted.stderr).not.toContain('SETTINGS_REFUSED')
    expect(trusted.stderr).toContain('not all have vectors')
  })

  it.each([
    ['the default model', 'all-MiniLM-L6-v2.q8_0', 'provider: local\n'],
    ['the default model, as a file', 'all-MiniLM-L6-v2.q8_0.gguf', 'provider: local\n'],
    ['a name', 'evil', 'provider: local\nmodel: evil\n'],
    ['the name of a file', 'evil.gguf', 'provider: local\nmodel: evil.gguf\n'],
    ['a name with an owner', 'org/evil', 'provider: onnx\nmodel: org/evil\n'],
  ])('does not load a file of the folder as %s', async (_, model, file) => {
    const folder = hostileFolder()
    folder.write(model.startsWith('org') ? `${model}/model.onnx` : model, 'GGUF but no model')
    folder.write('.recallite.yaml', file)
    const { stderr } = await folder.run('index')
    expect(stderr).toMatch(/there is no model|needs a model/iu)
  })

  it('does not load a file of the folder as a model from the user settings', async () => {
    const folder = hostileFolder()
    folder.write('mine.gguf', 'GGUF but no model')
    folder.set({ provider: 'local', model: 'mine.gguf' })
    expect((await folder.run('index')).stderr).toMatch(/there is no model mine\.gguf/iu)
    const typed = await folder.run('index', '--model', 'mine.gguf')
    expect(typed.stderr).not.toMatch(/there is no model/iu)
  })

  it('is not read through a link out of the folder, so that no message shows text from elsewhere', async () => {
    const folder = hostileFolder()
    const elsewhere = join(folder.home, 'private/notes.yaml')
    writeFileSync(elsewhere, 'password-of-mine: 1\n')
    symlinkSync(elsewhere, join(folder.cwd, '.recallite.yaml'))
    const said = await folder.runAll([['search', 'x'], ['config'], ['doctor'], ['trust']])
    expect(said).toContain('is a link out of its folder')
    expect(said).not.toContain('password-of-mine')
    expect(await folder.runAll([['config', '--config', elsewhere]])).toContain('password-of-mine')
  })
})
