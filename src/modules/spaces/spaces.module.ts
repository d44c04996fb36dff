import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Spaces } from '../../ports/access/spaces';
import { SpaceMemberEntity } from './space-member.entity';
import { SpacesRepository } from './spaces.repository';

/** Global, because the guard of every route asks. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([SpaceMemberEntity])],
  providers: [{ provide: Spaces, useClass: SpacesRepository }],
  exports: [Spaces],
})
export class SpacesModule {}
