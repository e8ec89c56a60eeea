import type { DemoAccount } from '../document/site-context.ts'
import { Button } from '../ui/button.tsx'

type DemoAccountsProps = { accounts: DemoAccount[]; onUse: (account: DemoAccount) => void }

export function DemoAccounts({ accounts, onUse }: DemoAccountsProps) {
  if (!accounts.length) return null
  return (
    <section className="demo panel" aria-labelledby="demo">
      <h2 id="demo" className="lab">
        Trial accounts, password <span className="code">{accounts[0]?.password}</span>
      </h2>
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <span>
              <b className="strong">{account.role === 'admin' ? 'Admin' : 'Customer'}</b>
              <small>{account.email}</small>
            </span>
            <Button size="sm" aria-label={`Use the ${account.role} account`} onClick={() => onUse(account)}>
              Use
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
