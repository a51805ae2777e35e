package dev.adk4j.boot.skill;

import dev.adk4j.boot.AdkOrder;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.skill.Skills;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Reads the skills of {@code adk.skills.locations}, and offers them to every turn. */
@AutoConfiguration(afterName = "dev.adk4j.boot.AdkAutoConfiguration")
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@EnableConfigurationProperties(AdkProperties.class)
public final class AdkSkillsAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AdkSkillsAutoConfiguration.class);

  @Bean
  @Order(AdkOrder.SKILLS)
  @Conditional(OnSkills.class)
  @ConditionalOnMissingBean
  Skills adkSkills(AdkProperties properties) {
    Skills skills =
        new SkillLocations(new PathMatchingResourcePatternResolver())
            .read(properties.skills().locations());
    log.info("Agents may read skills: {}.", String.join(", ", skills.names()));
    return skills;
  }
}
