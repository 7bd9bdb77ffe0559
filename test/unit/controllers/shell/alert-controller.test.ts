import { describe, expect, it, vi } from 'vitest'
import { AlertController } from '../../../../src/controllers/shell/alert-controller.ts'

function setup(debug = true) {
  const log = { error: vi.fn() }
  return { log, alert: new AlertController({ debug: () => debug, log }) }
}

describe('an alert', () => {
  it('shows the short text and logs the long text', () => {
    const { alert, log } = setup()
    alert.open({ shortMessage: 'Incorrect amount', longMessage: 'What to do' }, 'warning')
    expect(alert.state).toEqual({
      open: true,
      shortMessage: 'Incorrect amount',
      longMessage: 'What to do',
      variant: 'warning',
    })
    expect(log.error).toHaveBeenCalledExactlyOnceWith('What to do')
  })

  it('is logged but not shown when debugging is off', () => {
    const { alert, log } = setup(false)
    alert.open({ shortMessage: 'Short', longMessage: 'Long' }, 'error')
    expect(alert.state.open).toBe(false)
    expect(log.error).toHaveBeenCalledExactlyOnceWith('Long')
  })

  it('logs nothing without a long text', () => {
    const { alert, log } = setup()
    alert.open({ shortMessage: 'Short' }, 'info')
    expect(log.error).not.toHaveBeenCalled()
  })

  it('is empty again when closed', async () => {
    const { alert } = setup()
    const before = alert.state
    await alert.raise('networkNotFound')
    alert.close()
    expect(alert.state).toBe(before)
  })

  it.each([
    ['networkNotFound', 'Network Not Found'],
    ['originNotAllowed', 'Invalid App Configuration'],
    ['domainNotVerified', 'Invalid App Configuration'],
    ['invalidProjectId', 'Invalid App Configuration'],
    ['frameLoadFailed', 'Network Error - Could not load embedded wallet'],
    ['frameRequestTimeout', 'Embedded Wallet Request Timed Out'],
    ['sessionExpired', 'Session Expired'],
    ['projectIdNotConfigured', 'Project ID Not Configured'],
    ['localConfigurationIgnored', 'Local configuration ignored'],
  ] as const)('if its kind is %s, shows «%s»', async (key, short) => {
    const { alert } = setup()
    await alert.raise(key)
    expect(alert.state).toMatchObject({ open: true, shortMessage: short, variant: 'error' })
  })

  it('fills values into the long text', async () => {
    const { alert, log } = setup()
    await alert.raise('originNotAllowed', { values: { origin: 'https://example.org' } })
    expect(log.error).toHaveBeenCalledWith(expect.stringContaining('https://example.org'))
    expect(alert.state.longMessage).not.toContain('{origin}')
  })

  it('is shown only the first time if it is raised with the option `once`', async () => {
    const { alert, log } = setup()
    await alert.raise('originNotAllowed', { once: true })
    alert.close()
    await alert.raise('originNotAllowed', { once: true })
    expect(alert.state.open).toBe(false)
    await alert.raise('networkNotFound')
    await alert.raise('networkNotFound')
    expect(log.error).toHaveBeenCalledTimes(3)
  })
})
