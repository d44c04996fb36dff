import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Principal } from '../../../domain/access/principal';
import { Caller, Public, SessionOnly } from '../../../http/auth/decorators';
import { Fails } from '../../../http/openapi/documented';
import { HeaderValues, RawBytes } from '../../../http/response/raw';
import { AnyQuery } from '../../../http/validation/undeclared-input.guard';
import { OpenCheckoutRequest } from './checkout.dto';
import { CheckoutService } from './checkout.service';
import { ReceivedResponse } from './checkout.shapes.dto';
import { PaymentEvents } from '../payments/payment-events.service';
import { Idempotent } from '../../../http/idempotent';

/** Purchase of a plan for one year. */
@ApiTags('Checkout')
@Controller('api/v1/checkout')
export class CheckoutController {
  constructor(
    private readonly checkouts: CheckoutService,
    private readonly events: PaymentEvents,
  ) {}

  /**
   * Create a checkout session for a plan
   *
   * @remarks Returns an embeddable payment form of the payment processor. A repeated request for the same plan
   * returns the same form while it is open.
   */
  @Post('sessions')
  @Idempotent()
  @SessionOnly()
  @Fails('CONFLICT', 'CONFIGURATION_ERROR', 'DATA_PROVIDER_ERROR', 'PROVIDER_ENTITLEMENT_ERROR')
  createCheckoutSession(@Caller() caller: Principal, @Body() body: OpenCheckoutRequest) {
    return this.checkouts.open(caller, body.plan);
  }

  /** Get the status of a checkout session */
  @Get('sessions/:session_id')
  @SessionOnly()
  @ApiParam({ name: 'session_id', schema: { type: 'string', example: 'cs_test_a1B2c3D4e5F6g7H8i9J0' } })
  getCheckoutSession(@Caller() caller: Principal, @Param('session_id') sessionId: string) {
    return this.checkouts.get(caller, sessionId);
  }

  /**
   * Receive an event of the payment processor
   *
   * @remarks Only for the payment processor. The signature is verified over the raw bytes of the body and is valid
   * for 300 seconds. Events can arrive more than once and in any order.
   */
  @Post('webhook')
  @HttpCode(200)
  @Public()
  @AnyQuery()
  @SkipThrottle()
  @ApiHeader({
    name: 'Stripe-Signature',
    required: true,
    description: 't=<unix seconds>,v1=<hex HMAC-SHA256>',
  })
  @Fails('INVALID_SIGNATURE', 'INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'CONFIGURATION_ERROR')
  async receivePaymentEvent(
    @RawBytes() body: Uint8Array,
    @HeaderValues('Stripe-Signature') signatures: string[],
  ): Promise<ReceivedResponse> {
    await this.events.receive(body, signatures);
    return { received: true };
  }
}
