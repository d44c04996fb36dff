import { ROLES_OF_SPACES, type SpaceRole } from '../../domain/access/spaces';
import { IsOneOf } from '../../http/validation/fields';
import { IsMailAddress, IsMailedToken } from '../../http/validation/mail-fields';

const IsRole = () =>
  IsOneOf(ROLES_OF_SPACES, {
    required: true,
    description:
      'owner: everything; preparer: decisions and notes; reviewer: sign-offs and notes; reader: nothing',
  });

export class InviteMemberRequest {
  @IsMailAddress()
  email!: string;

  @IsRole()
  role!: SpaceRole;
}

export class ChangeMemberRequest {
  @IsRole()
  role!: SpaceRole;
}

export class AcceptInvitationRequest {
  @IsMailedToken()
  token!: string;
}
