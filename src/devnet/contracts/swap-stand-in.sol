// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Stands in for the contracts of 1inch, 0x, ParaSwap and LI.FI. It takes the same calls, and pays from its own balance what the
/// caller's route says. Like the real contracts, it reverts if that is less than the call's minimum. For local networks only.
contract SwapStandIn {
    struct SwapDescription {
        address srcToken;
        address dstToken;
        address srcReceiver;
        address dstReceiver;
        uint256 amount;
        uint256 minReturnAmount;
        uint256 flags;
    }
    struct AllowedSlippage {
        address recipient;
        address buyToken;
        uint256 minAmountOut;
    }
    struct GenericData {
        address srcToken;
        address destToken;
        uint256 fromAmount;
        uint256 toAmount;
        uint256 quotedAmount;
        bytes32 metadata;
        address beneficiary;
    }
    struct SwapData {
        address callTo;
        address approveTo;
        address sendingAssetId;
        address receivingAssetId;
        uint256 fromAmount;
        bytes callData;
        bool requiresDeposit;
    }

    struct BridgeData {
        bytes32 transactionId;
        string bridge;
        string integrator;
        address referrer;
        address sendingAssetId;
        address receiver;
        uint256 minAmount;
        uint256 destinationChainId;
        bool hasSourceSwaps;
        bool hasDestinationCall;
    }
    struct AcrossData {
        bytes32 receiverAddress;
        bytes32 refundAddress;
        bytes32 sendingAssetId;
        bytes32 receivingAssetId;
        uint256 outputAmount;
        uint128 outputAmountMultiplier;
        bytes32 exclusiveRelayer;
        uint32 quoteTimestamp;
        uint32 fillDeadline;
        uint32 exclusivityParameter;
        bytes message;
    }

    /// Stands in for WETH9. Its balances are always 0: the contract pays the native coin instead.
    address private constant WRAPPED = 0x00000000000000000000000000000000de000006;
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    error TooLittle(uint256 paid, uint256 minimum);
    error WrongValue(uint256 value, uint256 amount);
    error WrongBridge(string what);

    /// A deposit for the bridge: the tokens that it took, and what it owes on the other network.
    event Deposited(
        address inputToken,
        uint256 inputAmount,
        address depositor,
        uint256 destinationChainId,
        address outputToken,
        uint256 outputAmount,
        address recipient,
        uint256 fillDeadline
    );

    receive() external payable {}

    /// 1inch's Aggregation Router v6. `data` is the amount that it pays.
    function swap(address, SwapDescription calldata desc, bytes calldata data)
        external
        payable
        returns (uint256 returnAmount, uint256 spentAmount)
    {
        _take(desc.srcToken, desc.amount);
        returnAmount = abi.decode(data, (uint256));
        _pay(desc.dstToken, desc.dstReceiver, returnAmount, desc.minReturnAmount);
        spentAmount = desc.amount;
    }

    /// 0x's AllowanceHolder.
    function exec(address, address token, uint256 amount, address payable target, bytes calldata data)
        external
        payable
        returns (bytes memory result)
    {
        if (msg.value == 0) require(Token(token).transferFrom(msg.sender, target, amount));
        bool success;
        (success, result) = target.call{value: msg.value}(data);
        if (!success) {
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
    }

    /// 0x's Settler. The first action is the amount that it pays.
    function execute(AllowedSlippage calldata slippage, bytes[] calldata actions, bytes32) external payable returns (bool) {
        _pay(slippage.buyToken, slippage.recipient, abi.decode(actions[0], (uint256)), slippage.minAmountOut);
        return true;
    }

    /// 0x's registry: this contract is the current Settler too.
    function ownerOf(uint256) external view returns (address) {
        return address(this);
    }

    /// ParaSwap's Augustus v6.2. `executorData` is the amount that arrives, of which one unit stays here.
    function swapExactAmountIn(
        address,
        GenericData calldata data,
        uint256,
        bytes calldata,
        bytes calldata executorData
    ) external payable {
        _take(data.srcToken, data.fromAmount);
        uint256 arrived = abi.decode(executorData, (uint256));
        if (arrived < data.toAmount) revert TooLittle(arrived, data.toAmount);
        uint256 paid = arrived < data.quotedAmount ? arrived : data.quotedAmount;
        address beneficiary = data.beneficiary == address(0) ? msg.sender : data.beneficiary;
        _pay(data.destToken, beneficiary, paid - 1, 0);
    }

    /// LI.FI's GenericSwapFacetV3. `callData` is the amount that it pays.
    function swapTokensSingleV3ERC20ToERC20(
        bytes32,
        string calldata,
        string calldata,
        address payable receiver,
        uint256 minAmountOut,
        SwapData calldata data
    ) external {
        _take(data.sendingAssetId, data.fromAmount);
        _pay(data.receivingAssetId, receiver, abi.decode(data.callData, (uint256)), minAmountOut);
    }

    function swapTokensSingleV3ERC20ToNative(
        bytes32,
        string calldata,
        string calldata,
        address payable receiver,
        uint256 minAmountOut,
        SwapData calldata data
    ) external {
        _take(data.sendingAssetId, data.fromAmount);
        _pay(NATIVE, receiver, abi.decode(data.callData, (uint256)), minAmountOut);
    }

    function swapTokensSingleV3NativeToERC20(
        bytes32,
        string calldata,
        string calldata,
        address payable receiver,
        uint256 minAmountOut,
        SwapData calldata data
    ) external payable {
        _take(NATIVE, data.fromAmount);
        _pay(data.receivingAssetId, receiver, abi.decode(data.callData, (uint256)), minAmountOut);
    }

    /// LI.FI's AcrossFacetV4. The contract keeps the tokens, like Across's SpokePool.
    function startBridgeTokensViaAcrossV4(BridgeData memory bridge, AcrossData calldata across) external payable {
        if (bridge.hasSourceSwaps) revert WrongBridge("source swaps");
        _take(_coin(bridge.sendingAssetId), bridge.minAmount);
        _deposit(bridge, across, bridge.minAmount, across.outputAmount);
    }

    /// As in LI.FI's contract, the minimum is checked for the token of the last swap. `callData` is the amount that it yields.
    function swapAndStartBridgeTokensViaAcrossV4(
        BridgeData memory bridge,
        SwapData[] calldata swaps,
        AcrossData calldata across
    ) external payable {
        if (!bridge.hasSourceSwaps) revert WrongBridge("source swaps");
        for (uint256 i = 0; i < swaps.length; i++)
            if (swaps[i].requiresDeposit) _take(_coin(swaps[i].sendingAssetId), swaps[i].fromAmount);
        uint256 yielded = abi.decode(swaps[swaps.length - 1].callData, (uint256));
        if (yielded < bridge.minAmount) revert TooLittle(yielded, bridge.minAmount);
        _deposit(bridge, across, yielded, (yielded * across.outputAmountMultiplier) / 1e18);
    }

    /// What a relayer of Across does on the other network, or Across itself for a refund.
    function fill(address token, address recipient, uint256 amount) external {
        _pay(token == WRAPPED && recipient.code.length == 0 ? NATIVE : token, recipient, amount, 0);
    }

    function symbol() external pure returns (string memory) {
        return "WETH";
    }

    function decimals() external pure returns (uint8) {
        return 18;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function _deposit(BridgeData memory bridge, AcrossData calldata across, uint256 amount, uint256 output) private {
        if (bridge.receiver == address(0) || bridge.minAmount == 0) revert WrongBridge("bridge data");
        if (bridge.destinationChainId == block.chainid) revert WrongBridge("same network");
        if (across.message.length > 0 != bridge.hasDestinationCall) revert WrongBridge("destination call");
        address receiver = address(uint160(uint256(across.receiverAddress)));
        if (!bridge.hasDestinationCall && receiver != bridge.receiver) revert WrongBridge("receiver");
        if (across.refundAddress == bytes32(0)) revert WrongBridge("refund address");
        if (across.fillDeadline < block.timestamp || across.fillDeadline > block.timestamp + 6 hours)
            revert WrongBridge("fill deadline");
        emit Deposited(
            bridge.sendingAssetId == address(0) ? WRAPPED : address(uint160(uint256(across.sendingAssetId))),
            amount,
            address(uint160(uint256(across.refundAddress))),
            bridge.destinationChainId,
            address(uint160(uint256(across.receivingAssetId))),
            output,
            receiver,
            across.fillDeadline
        );
    }

    /// LI.FI's address for the native coin is the zero address.
    function _coin(address token) private pure returns (address) {
        return token == address(0) ? NATIVE : token;
    }

    function _take(address token, uint256 amount) private {
        if (token != NATIVE) require(Token(token).transferFrom(msg.sender, address(this), amount));
        else if (msg.value != amount) revert WrongValue(msg.value, amount);
    }

    function _pay(address token, address receiver, uint256 amount, uint256 minimum) private {
        if (amount < minimum) revert TooLittle(amount, minimum);
        if (token != NATIVE) {
            require(Token(token).transfer(receiver, amount));
            return;
        }
        (bool success, ) = receiver.call{value: amount}("");
        require(success);
    }
}
