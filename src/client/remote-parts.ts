import type { OptionsController } from '../controllers/shell/options-controller.ts'
import type { Options } from '../core/options/options.ts'
import type { Platform, Unsubscribe } from '../ports.ts'
import type { Persistence } from '../services/persistence.ts'
import type { Telemetry } from '../services/telemetry/telemetry.ts'
import type { Configured } from './config-parts.ts'
import type { AnalyticsClient } from './telemetry-parts.ts'

type Controllers = Configured &
  AnalyticsClient & { readonly options: Pick<OptionsController, 'watch' | 'setFeatures'> }

/**
 * Connects the client to the project's remote configuration and to analytics. Loads the code of both only if the host configured
 * these services. When the stored configuration is applied, resolves with a function that disconnects both.
 */
export async function joinRemote(
  options: Options,
  platform: Platform,
  persistence: Persistence,
  client: Controllers,
): Promise<Unsubscribe> {
  const { endpoints, projectId } = options
  const known = projectId !== undefined
  if (endpoints.config !== undefined && !known)
    void client.alert.raise('projectIdNotConfigured', { once: true })
  const configured = async () => {
    const [{ joinProjectConfig }, answers] = await Promise.all([
      import('./config-parts.ts'),
      import('../services/project-answers.ts'),
    ])
    return joinProjectConfig(options, platform, persistence, client, answers)
  }
  const config = endpoints.config !== undefined && known ? await configured() : undefined
  const stopCounting =
    endpoints.analytics === undefined
      ? undefined
      : countWhileWanted(options, platform, client, config && (() => config.service.analytics()))
  return () => {
    stopCounting?.()
    config?.leave()
  }
}

/**
 * Sends analytics while the option `features.analytics` is on. The host may turn this option on later, when the visitor has
 * agreed. `ask` asks the project whether it has enabled analytics.
 */
function countWhileWanted(
  options: Options,
  platform: Platform,
  client: Controllers,
  ask: (() => Promise<boolean>) | undefined,
): Unsubscribe {
  let telemetry: Telemetry | undefined
  /** Counts changes of the option. */
  let turn = 0
  const begin = async () => {
    const mine = ++turn
    const { joinTelemetry } = await import('./telemetry-parts.ts')
    if (mine !== turn) return
    const joined = joinTelemetry(options, platform, client)
    telemetry = joined
    // Hold the events until the project has answered. If the request fails, analytics are off (S2.8, "Fallbacks").
    const isOn = ask ? await ask().catch(() => false) : true
    if (mine !== turn) return
    if (isOn) joined.open()
    else client.options.setFeatures({ analytics: false })
  }
  const end = () => {
    turn++
    telemetry?.dispose()
    telemetry = undefined
  }
  const follow = (isWanted: boolean) => {
    if (isWanted) begin().catch((error) => platform.log.warn('Analytics could not be loaded', error))
    else end()
  }
  const wanted = ({ features }: typeof client.options.state) => Boolean(features.analytics)
  const stop = client.options.watch(wanted, follow)
  if (wanted(client.options.state)) follow(true)
  return () => {
    stop()
    end()
  }
}
