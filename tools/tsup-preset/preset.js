import { defineConfig } from 'tsup'

/**
 * One ES module per entry, with its types; dependencies stay imports.
 * @param {NonNullable<import('tsup').Options['entry']>} entry source files, from the package's folder
 * @param {import('tsup').Options} [options] what a package does otherwise
 */
export function preset(entry, options = {}) {
  return defineConfig({
    entry,
    format: 'esm',
    target: 'node22',
    platform: 'node',
    clean: true,
    splitting: true,
    // Types come from the built neighbours, so that what is published is what was checked.
    dts: { compilerOptions: { customConditions: [], ignoreDeprecations: '5.0' } },
    ...options,
  })
}
