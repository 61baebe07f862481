import { describe, expect, it } from 'vitest'
import type { Calibration } from '../embedding/calibration/calibration.js'
import { cosineScaleOf } from './confidence.js'

const calibration: Calibration = {
  scripts: {
    Latin: { floor: 0.05, related: 0.4 },
    Han: { floor: 0.8, related: 0.9 },
    Hiragana: { floor: 0.7, related: 0.8 },
    Cyrillic: null,
  },
  neighbours: 0.6,
  vectors: 10,
  added: 0,
}

describe('cosineScaleOf', () => {
  it.each([
    ['how do tokens expire', 0.05],
    ['数据库迁移', 0.8],
    ['JWT 数据库迁移', 0.8],
    ['E4042 error code 库', 0.05],
    ['データベースの移行', 0.7],
    ['移行の手順', 0.7],
    ['1234 %', 0.05],
    ['πάντα ῥεῖ', 0.05],
  ])('is that of the script of most of a query: %s', (text, floor) => {
    expect(cosineScaleOf(calibration, text)).toMatchObject({ floor, neighbours: 0.6 })
  })

  it('is the name of a script that the model cannot read', () => {
    expect(cosineScaleOf(calibration, 'резервные копии')).toBe('Cyrillic')
    expect(cosineScaleOf(calibration, 'резервные backups every night')).toMatchObject({ floor: 0.05 })
  })

  it('is between those of known models where nothing was calibrated', () => {
    expect(cosineScaleOf(undefined, 'резервные копии')).toEqual({
      floor: 0.05,
      related: 0.42,
      neighbours: null,
    })
  })
})
