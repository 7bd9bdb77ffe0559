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

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    error TooLittle(uint256 paid, uint256 minimum);
    error WrongValue(uint256 value, uint256 amount);

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
