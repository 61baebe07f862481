import { configDefaults, defineConfig } from 'vitest/config'
import usual, { slowTests } from './vitest.config.ts'

export default defineConfig({
  ...usual,
  test: { ...usual.test, include: [slowTests], exclude: configDefaults.exclude },
})
