'use client'
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { sepolia } from 'latchkey/networks'
import { LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
import type { ReactNode } from 'react'

const create = () => createLatchkey({ networks: [sepolia], adapters: [eip155()], themeMode: 'system' })

export function Wallets({ children }: { readonly children: ReactNode }) {
  return (
    <LatchkeyProvider create={create}>
      {children}
      <LatchkeyModal />
    </LatchkeyProvider>
  )
}
