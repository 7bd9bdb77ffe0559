import { describe, expect, it } from 'vitest'
import { ThemeController } from '../../../../src/controllers/shell/theme-controller.ts'

describe('the theme', () => {
  it('is dark by default, and can follow the system', () => {
    const theme = new ThemeController()
    expect(theme.state).toEqual({ themeMode: 'dark', themeVariables: {} })
    theme.setThemeMode('system')
    expect(theme.state.themeMode).toBe('system')
  })

  it("follows the host's configuration", () => {
    const theme = new ThemeController({ themeMode: 'light', themeVariables: { '--lk-accent': 'red' } })
    expect(theme.state).toEqual({
      themeMode: 'light',
      themeVariables: { '--lk-accent': 'red' },
    })
  })

  it('merges variables', () => {
    const theme = new ThemeController({ themeVariables: { '--lk-accent': 'red', '--lk-z-index': 999 } })
    theme.setThemeVariables({ '--lk-accent': 'blue' })
    expect(theme.state.themeVariables).toEqual({ '--lk-accent': 'blue', '--lk-z-index': 999 })
  })
})
