import { Fragment, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { LegalCheckbox, LegalFooter } from '../parts/legal.tsx'
import { Row } from '../parts/row.tsx'
import { AllWalletsRow, ConnectorRow, ListedRow } from '../parts/wallet-row.tsx'
import { usePrefetch, useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'
import { useWalletRows } from '../use-wallet-rows.ts'

/** Where a visitor chooses how to connect. Specification 1, section 2 "Connect method order"; facts 9.3. */
export function ConnectView() {
  const { latchkey } = useRuntime()
  const embedded = useController(latchkey.connector, ({ connectors }) =>
    connectors.some(({ type }) => type === 'AUTH'),
  )
  const methodOrder = useController(latchkey.connector, (state) => state.methodOrder)
  const { features, remoteFeatures, enableWallets, ...urls } = useController(latchkey.options)
  const rows = useWalletRows()
  const [agreed, setAgreed] = useState(false)
  usePrefetch('ConnectingExternal', 'ConnectingMultiChain')

  const email = embedded && remoteFeatures.email
  const socials = embedded && remoteFeatures.socials ? remoteFeatures.socials : []
  const collapsed =
    (features.emailShowWallets === false || features.collapseWallets) && (email || socials.length > 0)
  const asks = features.legalCheckbox && Boolean(urls.termsConditionsUrl || urls.privacyPolicyUrl)
  const locked = asks && !agreed

  const methods = {
    email: email && (
      <Row
        lead={<Icon name="mail" size={24} />}
        name="Continue with email"
        testId="email-login"
        onClick={() => latchkey.router.push('EmailLogin')}
      />
    ),
    social: socials.length > 0 && (
      <Row
        lead={<Icon name="people" size={24} />}
        name={`Continue with ${socials[0]}`}
        testId={`social-selector-${socials[0]}`}
        onClick={() => latchkey.router.push('ConnectSocials')}
      />
    ),
    wallet:
      enableWallets &&
      (collapsed ? (
        <Row
          lead={<Icon name="wallet" size={24} />}
          name="Continue with a wallet"
          testId="continue-with-a-wallet"
          onClick={() => latchkey.router.push('ConnectWallets')}
        />
      ) : (
        <WalletRows rows={rows} />
      )),
  }
  const shown = methodOrder.filter((method) => methods[method])
  return (
    <>
      {asks && <LegalCheckbox agreed={agreed} onChange={setAgreed} />}
      {/* By hand: React 18 knows no such property. */}
      <div
        className="methods"
        ref={(div) => {
          div?.toggleAttribute('inert', locked)
        }}
      >
        {shown.map((method, index) => (
          <Fragment key={method}>
            {index > 0 && (method === 'wallet' || shown[index - 1] === 'wallet') && (
              <p className="or" aria-hidden="true">
                or
              </p>
            )}
            {methods[method]}
          </Fragment>
        ))}
      </div>
      {!asks && <LegalFooter />}
    </>
  )
}

/** Nobody reads more; all of them can be searched behind the last row. */
const most = 100

function WalletRows({ rows }: { readonly rows: ReturnType<typeof useWalletRows> }) {
  const { latchkey } = useRuntime()
  const { discovering } = latchkey.connector
  if (rows.length === 0)
    return (
      <div className="center">
        <span className="badge">
          <Icon name="wallet" size={28} />
        </span>
        <h2>No wallet found</h2>
        <p className="quiet">
          {discovering
            ? 'Install a wallet in this browser, or switch it on for this site. It shows up here by itself.'
            : 'This page offers no wallet to connect with.'}
        </p>
      </div>
    )
  return (
    <div className="list">
      {rows
        .slice(0, most)
        .map((row) =>
          'connector' in row ? (
            <ConnectorRow key={row.connector.id} connector={row.connector} twin={row.twin} />
          ) : (
            <ListedRow key={row.wallet.id} wallet={row.wallet} why={row.why} />
          ),
        )}
      <AllWalletsRow />
    </div>
  )
}
