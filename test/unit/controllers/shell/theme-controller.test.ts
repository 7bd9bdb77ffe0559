import { describe, expect, it } from 'vitest'
import { ThemeController } from '../../../../src/controllers/shell/theme-controller.ts'

describe('theme', () => {
  it('is dark by default, and may follow the system', () => {
    expect(new ThemeController().state).toEqual({
      themeMode: 'dark',
      themeVariables: {},
      followsSystem: true,
    })
  })

  it('takes what the host configured', () => {
    const theme = new ThemeController({ themeMode: 'light', themeVariables: { '--lk-accent': 'red' } })
    expect(theme.state).toEqual({
      themeMode: 'light',
      themeVariables: { '--lk-accent': 'red' },
      followsSystem: false,
    })
  })

  it('stops following the system once a mode is chosen', () => {
    const theme = new ThemeController()
    theme.setThemeMode('light')
    expect(theme.state).toMatchObject({ themeMode: 'light', followsSystem: false })
  })

  it('merges variables', () => {
    const theme = new ThemeController({ themeVariables: { '--lk-accent': 'red', '--lk-z-index': 999 } })
    theme.setThemeVariables({ '--lk-accent': 'blue' })
    expect(theme.state.themeVariables).toEqual({ '--lk-accent': 'blue', '--lk-z-index': 999 })
  })
})
