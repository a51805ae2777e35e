rootProject.name = "agent-app"
