import type { ErrorTexts } from '../strings.ts'

const mistake = 'Esta página cometeu um erro. Informe este código ao responsável pelo site.'
const connectFirst = 'Conecte uma carteira primeiro.'
const setUp = 'Esta página não está configurada para isso. Informe este código ao responsável pelo site.'
const notUsed = 'Esta página não aceita essa rede. Escolha uma da lista.'
const networkSetUp =
  'Esta página não está configurada para esta rede. Informe este código ao responsável pelo site.'
const together = 'A carteira não consegue executar estas etapas juntas. Tente com outra carteira.'
const usedEarly = 'A carteira foi usada antes de ser conectada. Conecte a carteira primeiro.'
const unusable = 'A carteira ou a rede enviou uma resposta inválida. Tente mais tarde.'
const server = 'Um servidor de que esta página precisa falhou. Tente de novo em instantes.'
const frame = 'A carteira desta página não respondeu. Tente de novo.'
const signIn = 'Ainda não é possível entrar. Conecte uma carteira e escolha uma rede primeiro.'
const notStarted = 'Não foi possível começar o login. Tente de novo em instantes.'
const otherMessage =
  'A assinatura não corresponde ao pedido desta página, por isso você não entrou. Tente de novo.'
const wrongTime =
  'O horário do login está errado, por isso você não entrou. Verifique o relógio deste aparelho e tente de novo.'
const unverified = 'Não foi possível verificar seu login. Tente mais tarde.'

/** What each error code means to a visitor. */
export const portugueseErrors: ErrorTexts = {
  'caip/invalid-network-id': mistake,
  'caip/invalid-address': mistake,
  'caip/invalid-asset-id': mistake,
  'validation/invalid-input':
    'Um campo foi recusado; a mensagem diz qual e por quê. Corrija o campo indicado na mensagem.',
  'validation/invalid-amount':
    'O valor não é um número decimal ou tem mais casas decimais que o ativo. Digite algarismos com no máximo um ponto e não mais casas decimais que o ativo, como 0.25.',
  'validation/invalid-address':
    'Este não é um endereço válido nesta rede, ou há um erro de digitação. Copie-o de novo da origem; não corrija à mão.',
  'validation/amount-and-receiver-required':
    'Falta a quantidade ou o destinatário. Digite a quantidade e o endereço do destinatário.',
  'validation/token-required': 'Nenhum token foi escolhido. Escolha o token que quer enviar.',
  'validation/unsupported-chain': 'Não é possível enviar nesta rede. Mude para outra.',
  'validation/account-required': connectFirst,
  'validation/receiver-not-confirmed':
    'O endereço parece um que você conhece, mas é diferente, ou ninguém tem a chave dele. Compare cada caractere e depois confirme.',
  'validation/insufficient-balance':
    'A conta tem menos que a soma da quantidade e da taxa. Envie menos ou adicione fundos à conta primeiro.',
  'validation/invalid-chain-id': mistake,
  'config/invalid-options': setUp,
  'config/conflicting-options': setUp,
  'config/already-created': setUp,
  'config/not-created': setUp,
  'config/no-modal': setUp,
  'config/not-built': setUp,
  'config/disposed': setUp,
  'config/peer-missing': setUp,
  'config/invalid-app-configuration': setUp,
  'config/origin-not-allowed': setUp,
  'config/invalid-project-id': setUp,
  'config/project-id-not-configured': setUp,
  'config/no-adapter': setUp,
  'config/endpoint-off': setUp,
  'config/feature-off': setUp,
  'network/not-found': notUsed,
  'network/not-requested': notUsed,
  'network/not-added':
    'A carteira não tem esta rede, e ela não foi adicionada. Adicione-a na carteira e mude de novo.',
  'network/switch-failed':
    'A carteira recebeu o pedido de mudança e continua em outra rede. Mude de rede na própria carteira.',
  'network/invalid-chain-id':
    'O ID de blockchain da carteira não é um número, ou a carteira recusou o ID pedido. Mude de rede na própria carteira; se acontecer de novo, avise os desenvolvedores da carteira.',
  'network/wrong-chain':
    'A carteira está em uma rede diferente da solicitação. Nada foi enviado. Mude a carteira para a rede esperada e tente de novo.',
  'network/endpoint-mismatch': networkSetUp,
  'network/no-endpoint': networkSetUp,
  'connection/not-connected': connectFirst,
  'connection/unknown': 'A conexão terminou. Conecte a carteira de novo.',
  'connection/no-accounts': 'A carteira não tem conta nesta rede. Crie ou escolha uma na carteira.',
  'connection/account-not-connected':
    'A carteira não compartilha esta conta. Escolha a conta na carteira ou use uma que esteja conectada.',
  'connection/connector-not-found':
    'A carteira não foi encontrada; pode estar desativada. Instale-a ou ative-a e recarregue a página.',
  'connection/provider-not-found':
    'A carteira se anunciou sem um provedor. Recarregue a página; se acontecer de novo, reinstale a carteira.',
  'connection/namespace-not-configured':
    'A carteira não está conectada nesta rede. Conecte-a de novo e permita esta rede.',
  'connection/failed':
    'Não foi possível conectar a carteira. Tente de novo; se acontecer outra vez, reinicie a carteira.',
  'connection/disconnect-failed':
    'A página se desconectou, mas pelo menos uma carteira não confirmou. Remova a conexão também na carteira.',
  'connection/walletconnect-not-found':
    'Esta página não está configurada para o WalletConnect. Escolha outra carteira.',
  'connection/pairing-expired':
    'O link de pareamento não foi usado a tempo. Comece a conexão de novo e escaneie o novo código.',
  'connection/pairing-attempts':
    'O link de pareamento expirou e foi renovado várias vezes sem ser usado. Conecte de novo quando estiver com a carteira pronta.',
  'connection/relay-unreachable':
    'O servidor entre esta página e a carteira não respondeu. Desative os bloqueadores de conteúdo nesta página e tente de novo.',
  'session/expired':
    'A conexão não é válida, muitas vezes porque um relógio está errado. Verifique a hora do seu aparelho e conecte de novo.',
  'wallet/user-rejected':
    'Você recusou a solicitação na carteira. Nada foi feito; tente de novo quando quiser.',
  'wallet/unauthorized':
    'A carteira não permite esta solicitação deste site. Conecte a carteira de novo e permita por lá.',
  'wallet/disconnected':
    'A carteira não tem conexão com nenhuma blockchain. Verifique a rede da carteira e tente de novo.',
  'wallet/chain-disconnected':
    'A carteira não tem conexão com esta blockchain. Mude de rede na carteira ou espere até que volte a funcionar.',
  'wallet/request-pending':
    'A carteira ainda mostra uma solicitação anterior. Abra a carteira e responda à solicitação pendente.',
  'wallet/invalid-answer': 'A carteira enviou uma resposta inválida, que não foi usada. Atualize a carteira.',
  'wallet/closed-during-request':
    'A carteira se desconectou com uma solicitação aberta e ainda pode executá-la. Antes de tentar de novo, confira na carteira se a solicitação foi executada.',
  'wallet/timeout':
    'A carteira não respondeu a tempo e ainda pode executar a solicitação. Antes de tentar de novo, confira na carteira se há uma solicitação pendente.',
  'wallet/request-expired':
    'A solicitação expirou antes de ser respondida na carteira. Tente de novo e responda na carteira em até cinco minutos.',
  'wallet/answer-missed':
    'A página ficou suspensa por muito tempo ou perdeu a conexão com a carteira, e a resposta da carteira pode ter se perdido. Antes de tentar de novo, confira na carteira se a solicitação foi executada.',
  'wallet/send-in-progress':
    'Uma transação anterior da mesma conta ainda não foi respondida. Responda primeiro a ela na carteira.',
  'wallet/send-spent':
    'Isto já foi enviado à carteira e não é enviado duas vezes. Confira se deu certo; se não, comece de novo.',
  'wallet/fee-above-limit':
    'A taxa de rede é maior do que você aceitou, então nada foi enviado. Confira a nova taxa ou tente mais tarde.',
  'wallet/feature-unsupported': 'A carteira não oferece este recurso. Atualize-a ou escolha outra.',
  'wallet/method-unsupported':
    'A carteira não oferece este recurso ou não recebeu permissão. Atualize-a ou escolha outra.',
  'wallet/transaction-altered':
    'A carteira assinou uma transação diferente da solicitada. Ela não foi enviada. Tente de novo; se acontecer outra vez, avise os desenvolvedores da carteira.',
  'calls/capability-unsupported': together,
  'calls/chain-unsupported': together,
  'calls/duplicate-id': together,
  'calls/unknown-id': together,
  'calls/too-large': together,
  'calls/upgrade-rejected':
    'Você recusou a atualização da conta que isto exige. Aceite-a na carteira e tente de novo.',
  'calls/not-atomic': together,
  'ledger/unavailable':
    'Este navegador não consegue acessar um Ledger. Use Chrome, Edge ou Brave em um computador.',
  'ledger/locked': 'Seu Ledger está bloqueado. Desbloqueie-o e tente novamente.',
  'ledger/wrong-app':
    'Outro aplicativo está aberto no seu Ledger. Abra nele o aplicativo desta rede e tente novamente.',
  'ledger/unplugged':
    'Seu Ledger foi desconectado. Conecte-o, desbloqueie-o, abra o aplicativo e tente novamente.',
  'ledger/other-account':
    'Este Ledger tem uma conta diferente da conectada. Conecte o outro Ledger, ou desconecte e conecte este.',
  'ledger/blind-signing-off':
    'Seu Ledger não consegue mostrar os detalhes desta solicitação. Para assiná-la mesmo assim, ative “Blind signing” nas configurações do aplicativo no Ledger.',
  'adapter/unsupported': 'Esta carteira não oferece este recurso. Use outra carteira.',
  'adapter/wallet-not-ready':
    'A carteira está instalada, mas bloqueada ou não configurada. Desbloqueie a carteira e tente de novo.',
  'adapter/load-error':
    'Não foi possível carregar o código da carteira. Verifique a rede e os bloqueadores de conteúdo e recarregue a página.',
  'adapter/config-error':
    'A carteira recusou a configuração desta página. Informe este código ao responsável pelo site.',
  'adapter/connection-error': 'A conexão com a carteira falhou ou foi perdida. Conecte a carteira de novo.',
  'adapter/disconnected': 'A carteira encerrou a conexão. Conecte a carteira de novo.',
  'adapter/account-error':
    'Não foi possível ler a conta da carteira. Escolha uma conta na carteira e tente de novo.',
  'adapter/public-key-error':
    'Não foi possível ler a chave pública da carteira. Escolha outra conta na carteira ou atualize-a.',
  'adapter/not-connected': usedEarly,
  'adapter/send-transaction-error':
    'A carteira aceitou a transação, mas não conseguiu enviá-la. Confira na carteira o que houve e tente de novo.',
  'adapter/sign-transaction-error': 'A carteira não conseguiu assinar a transação. Tente de novo.',
  'adapter/sign-message-error': 'A carteira não conseguiu assinar a mensagem. Tente de novo.',
  'rpc/parse': unusable,
  'rpc/invalid-request': unusable,
  'rpc/method-unsupported': 'A carteira ou a rede não oferece este recurso. Use outra carteira.',
  'rpc/invalid-params': unusable,
  'rpc/internal': unusable,
  'rpc/invalid-input': unusable,
  'rpc/not-found': unusable,
  'rpc/unavailable': unusable,
  'rpc/not-kept': 'O servidor da rede não guarda estes dados. Tente mais tarde.',
  'rpc/refused': 'O servidor da rede recusa esta página. Tente mais tarde.',
  'rpc/transaction-rejected': 'A rede rejeitou a transação. Nada foi enviado. Tente de novo.',
  'rpc/limit-exceeded': 'A rede está ocupada. Espere um momento e tente de novo.',
  'rpc/version': unusable,
  'rpc/unknown': unusable,
  'rpc/invalid-response': unusable,
  'rpc/method-not-allowed': 'Esta carteira não aceita esta solicitação. Use outra.',
  'rpc/unreachable':
    'O servidor da rede está fora de alcance ou recusa páginas web. Tente de novo em instantes.',
  'rpc/maybe-sent': 'A transação pode ter sido enviada. Confira sua atividade antes de enviar de novo.',
  'rpc/invalid-value': unusable,
  'node/fee-cap-too-high': 'A taxa máxima da transação está acima do limite do nó. Reduza a taxa.',
  'node/fee-cap-too-low':
    'A taxa máxima da transação está abaixo da taxa base do bloco. Aumente a taxa ou espere a taxa base cair.',
  'node/nonce-too-high':
    'Faltam transações anteriores a esta. Espere por elas ou redefina o histórico da conta na carteira.',
  'node/nonce-too-low':
    'Já foi enviada uma transação com este nonce; pode ser esta. Confira se ela foi incluída antes de enviar de novo.',
  'node/nonce-max': 'A conta não pode enviar mais transações. Use outra conta.',
  'node/insufficient-funds':
    'O saldo da conta não cobre a quantidade e a taxa máxima. Adicione fundos à conta ou envie menos.',
  'node/intrinsic-gas-too-high':
    'O limite de gás da transação está acima do limite de um bloco. Reduza o limite de gás.',
  'node/intrinsic-gas-too-low':
    'O limite de gás é baixo demais para os dados da transação. Aumente o limite ou deixe-o em branco para que seja calculado.',
  'node/transaction-type-unsupported':
    'A rede não aceita este tipo de transação. Informe este código ao responsável pelo site.',
  'node/tip-above-fee-cap':
    'A taxa de prioridade é maior que a taxa máxima. Reduza a taxa de prioridade ou aumente a taxa máxima.',
  'node/execution-reverted':
    'O contrato reverteu; a mensagem traz o motivo, se o contrato o informou. Confira a função e seus argumentos. Muitas vezes, um saldo ou uma permissão de gasto é baixa demais, ou um argumento está errado.',
  'node/bad-signature':
    'A assinatura não é do remetente para esta transação nesta rede. Assine de novo; se acontecer outra vez, a carteira pode estar assinando para outra rede ou versão de runtime.',
  'node/transaction-expired':
    'Uma transação assinada vale por um certo número de blocos, que já passaram. Nada foi enviado. Envie de novo e confirme mais cedo na carteira.',
  'node/transaction-failed':
    'A transação falhou ou expirou. Se um bloco a incluiu, a taxa de rede foi paga; nada mais saiu do lugar.',
  'node/transaction-replaced':
    'Outra transação tomou o lugar desta, que não pode mais acontecer. Confira na carteira o que foi enviado em vez dela.',
  'node/transaction-unknown':
    'Nenhum nó mostra a transação. Ela ainda pode chegar, então não a envie de novo antes de conferir o explorador.',
  'node/fee-too-low': 'A taxa de rede é baixa demais. Aumente-a e envie de novo.',
  'http/status': server,
  'http/timeout': server,
  'http/unreachable': server,
  'http/redirected': server,
  'http/invalid-body': server,
  'frame/load-failed':
    'Não foi possível carregar a carteira desta página. Verifique os bloqueadores de conteúdo e recarregue a página.',
  'frame/aborted': frame,
  'frame/request-aborted': frame,
  'frame/error': frame,
  'frame/not-set': frame,
  'frame/request-timeout': frame,
  'frame/invalid-request': 'O que você digitou está incompleto ou é inválido. Corrija e tente de novo.',
  'frame/taken': 'Esta página já tem uma carteira aberta. Feche o outro acesso ou recarregue a página.',
  'frame/failed': 'A carteira desta página recusou a solicitação. Tente de novo.',
  'social/popup-failed':
    'Para entrar com um provedor é preciso abrir uma janela, o que não é possível aqui. Use o e-mail ou uma carteira.',
  'social/popup-blocked': 'O navegador não abriu a janela. Permita pop-ups nesta página e tente de novo.',
  'social/no-redirect': 'A carteira não informou onde entrar. Tente de novo ou entre de outra forma.',
  'social/timed-out': 'Não foi possível acessar o provedor a tempo. Tente de novo.',
  'social/untrusted-origin': 'A janela levou a outro site, então nada dela foi aceito. Tente de novo.',
  'social/popup-closed': 'Você fechou a janela antes de terminar. Tente de novo quando quiser.',
  'frame/window-blocked': 'A janela da carteira não abriu. Permita pop-ups nesta página e tente de novo.',
  'frame/cooldown': 'Enviamos um e-mail há pouco. Espere um minuto e tente de novo.',
  'data/balances-failed': 'Não foi possível carregar seus saldos. Tente de novo em meio minuto.',
  'data/history-failed': 'Não foi possível carregar suas transações. Tente mais tarde.',
  'onramp/unsupported': 'O provedor não atende esta rede. Escolha outra rede ou outro provedor.',
  'onramp/invalid-link':
    'Não foi possível abrir a página do provedor. Nada foi comprado. Tente de novo ou escolha outro provedor.',
  'onramp/no-price':
    'O provedor não deu um preço para este valor. Tente de novo ou escolha o valor na página do provedor.',
  'onramp/amount-out-of-range': 'O valor está fora dos limites do provedor. Escolha outro.',
  'onramp/timed-out':
    'O provedor ainda não informou a compra. Se você pagou, os tokens vão chegar: confira lá suas compras antes de comprar de novo.',
  'siwx/not-enabled': 'Esta página não usa login.',
  'siwx/no-address': signIn,
  'siwx/no-network': signIn,
  'siwx/no-client': signIn,
  'siwx/signature-declined': 'Você não assinou, por isso não entrou. Tente de novo quando quiser.',
  'siwx/smart-account': 'Esta página talvez não aceite este tipo de conta. Use outra conta.',
  'siwx/initialize-failed': notStarted,
  'siwx/invalid-message': otherMessage,
  'siwx/changed-message': otherMessage,
  'siwx/wrong-domain': otherMessage,
  'siwx/wrong-uri': otherMessage,
  'siwx/wrong-chain': otherMessage,
  'siwx/wrong-address': otherMessage,
  'siwx/wrong-nonce': otherMessage,
  'siwx/issued-in-future': wrongTime,
  'siwx/too-old': wrongTime,
  'siwx/not-yet-valid': wrongTime,
  'siwx/expired': wrongTime,
  'siwx/invalid-signature': otherMessage,
  'siwx/unverifiable': unverified,
  'siwx/other-user': 'Esta conta pertence a outro usuário. Saia e depois entre somente com esta conta.',
  'siwx/server-failed': unverified,
  'siwx/not-authenticated': notStarted,
  'siwx/no-message-params': notStarted,
  'siwx/verify-failed': otherMessage,
  'siwx/siwe-failed': unverified,
  'siwx/incomplete-session': notStarted,
  'name/resolve-failed': 'A busca do nome falhou. Verifique a grafia ou tente mais tarde.',
  'name/needs-gateway':
    'O endereço deste nome fica guardado fora da rede, e esta página não o pede a outros servidores. Digite o endereço.',
  'name/suggestions-failed': 'Não foi possível carregar sugestões de nomes. Tente mais tarde.',
  'name/reverse-failed': 'A busca dos nomes de um endereço falhou. Tente mais tarde.',
  'name/register-failed': 'O nome não foi registrado. Escolha outro nome ou tente mais tarde.',
  'name/network-not-found': 'Não há rede para registrar um nome. Escolha uma rede primeiro.',
  'name/connector-not-found':
    'Os nomes são registrados com a carteira integrada, que não está conectada. Conecte-se primeiro com e-mail ou conta social.',
  'swap/gas-price-unsupported':
    'O serviço não tem preço de gás para esta rede. Mude para uma rede que permita trocas.',
  'swap/unsupported': 'Não há trocas nesta rede. Mude para uma rede que permita trocas.',
  'swap/no-address': 'Nenhuma conta de uma rede EVM está conectada. Conecte uma carteira primeiro.',
  'swap/initialize-failed': 'Não foi possível carregar os tokens para troca. Tente de novo em instantes.',
  'swap/price-failed':
    'Não foi possível carregar os preços dos tokens. A troca não precisa deles. Compare as quantidades.',
  'swap/no-quote':
    'Não há troca disponível para esta quantidade e este par. Digite uma quantidade válida ou escolha outro token.',
  'swap/allowance-failed':
    'Não foi possível ler quanto o contrato de troca pode gastar. Tente de novo em instantes.',
  'swap/approval-failed':
    'Não foi possível preparar a aprovação que a troca exige. Nada foi assinado. Tente de novo em instantes.',
  'swap/build-failed': 'Não foi possível preparar a troca. Nada foi assinado. Tente de novo em instantes.',
  'swap/mismatch':
    'A cotação ou a transação do serviço de troca difere do pedido. Não foi pedida assinatura à sua carteira. Não use este serviço; informe este código ao responsável pelo site.',
  'swap/changed':
    'A troca agora renderia menos ou custaria mais do que a revisão mostrou. Não foi pedida assinatura à sua carteira. Confira as novas quantidades e taxas e depois troque.',
  'swap/shortfall':
    'A troca foi feita, mas chegou menos que o mínimo combinado. Guarde o hash da transação e avise o responsável pelo serviço de troca.',
  'permissions/not-enabled': setUp,
  'permissions/unsupported-namespace':
    'As sessões só funcionam em redes EVM. Conecte uma carteira EVM primeiro.',
  'permissions/invalid-request': mistake,
  'permissions/unsupported':
    'Esta carteira não aceita a permissão. Continue sem ela ou conecte outra carteira.',
  'permissions/no-response':
    'A carteira não informou o que concedeu. Confira as sessões dela e tente de novo.',
  'permissions/invalid-response':
    'Não se sabe o que a carteira concedeu. Revogue a sessão na carteira ou use outra carteira.',
  'permissions/other-grant':
    'A carteira concedeu uma sessão diferente da solicitada. Revogue-a na carteira e tente de novo.',
  'permissions/unknown': 'Esta conta não tem esta sessão. Abra a lista de novo.',
  'permissions/list-failed':
    'Não foi possível carregar as sessões concedidas em outros lugares. Tente mais tarde.',
  'permissions/revoke-failed': 'A sessão ainda está ativa. Tente de novo ou revogue-a na carteira.',
  'solana/connection-not-set': networkSetUp,
  'solana/no-public-key': 'A carteira não retornou nenhuma chave pública. Escolha uma conta na carteira.',
  'solana/wallet-not-connected': usedEarly,
  'solana/account-not-found': 'A conta não existe na rede. Adicione fundos à conta ou confira o endereço.',
  'solana/address-not-found': 'A carteira não retornou nenhum endereço. Escolha uma conta na carteira.',
  'solana/empty-result':
    'A carteira não retornou nada. Tente de novo; se acontecer outra vez, atualize a carteira.',
  'solana/invalid-chain-id': 'A carteira não tem esta rede. Escolha uma rede que a carteira aceite.',
  'solana/invalid-transactions': 'A carteira enviou uma resposta inválida. Use outra carteira.',
  'solana/version-unsupported': 'A carteira não consegue assinar este tipo de transação. Use outra carteira.',
  'flow/aborted': 'Foi cancelado. Você pode começar de novo quando quiser.',
  'flow/superseded': 'Uma solicitação mais nova tomou o lugar desta e continua.',
  'internal/unexpected':
    'Algo inesperado deu errado. Tente de novo; se acontecer outra vez, informe este código ao responsável pelo site.',
}
